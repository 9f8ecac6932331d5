"""RFC 3986 appendix A as one pattern, rule by rule: an oracle that shares nothing with the code it tests."""

import re

PCT = "%[0-9A-Fa-f]{2}"
UNRESERVED = r"A-Za-z0-9\-._~"
SUB = r"!$&'()*+,;="
PCHAR = rf"(?:[{UNRESERVED}{SUB}:@]|{PCT})"
SEGMENT = f"{PCHAR}*"
SEGMENT_NZ = f"{PCHAR}+"
SEGMENT_NZ_NC = rf"(?:[{UNRESERVED}{SUB}@]|{PCT})+"
PATH_ABEMPTY = f"(?:/{SEGMENT})*"
PATH_ABSOLUTE = f"/(?:{SEGMENT_NZ}(?:/{SEGMENT})*)?"
PATH_ROOTLESS = f"{SEGMENT_NZ}(?:/{SEGMENT})*"
PATH_NOSCHEME = f"{SEGMENT_NZ_NC}(?:/{SEGMENT})*"
QUERY = rf"(?:{PCHAR}|[/?])*"

DEC_OCTET = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
IPV4 = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"
H16 = "[0-9A-Fa-f]{1,4}"
LS32 = f"(?:{H16}:{H16}|{IPV4})"
IPV6 = "|".join(
    (
        f"(?:{H16}:){{6}}{LS32}",
        f"::(?:{H16}:){{5}}{LS32}",
        f"(?:{H16})?::(?:{H16}:){{4}}{LS32}",
        f"(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}",
        f"(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}",
        f"(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}",
        f"(?:(?:{H16}:){{0,4}}{H16})?::{LS32}",
        f"(?:(?:{H16}:){{0,5}}{H16})?::{H16}",
        f"(?:(?:{H16}:){{0,6}}{H16})?::",
    )
)
IPVFUTURE = rf"[vV][0-9A-Fa-f]+\.[{UNRESERVED}{SUB}:]+"
REG_NAME = rf"(?:[{UNRESERVED}{SUB}]|{PCT})*"
HOST = rf"(?:\[(?:{IPV6}|{IPVFUTURE})\]|{REG_NAME})"
USERINFO = rf"(?:[{UNRESERVED}{SUB}:]|{PCT})*"
AUTHORITY = f"(?:{USERINFO}@)?{HOST}(?::[0-9]*)?"

SCHEME = r"[A-Za-z][A-Za-z0-9+\-.]*"
TAIL = rf"(?:\?{QUERY})?(?:#{QUERY})?"
URI = rf"{SCHEME}:(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|){TAIL}"
RELATIVE_REF = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|){TAIL}"
URI_REFERENCE = re.compile(f"(?:{URI}|{RELATIVE_REF})")
