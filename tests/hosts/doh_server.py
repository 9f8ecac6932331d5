"""DNS over HTTPS on loopback (RFC 8484, POST, HTTP/1.1), with a certificate made for the occasion."""

import http.server
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dns.message

from tests.hosts.odd_server import OddServer

NAME = "dns.test"


@contextmanager
def running(folder: Path, answers: OddServer) -> Iterator[tuple[str, Path]]:
    """The URL, and the certificate to trust; `answers` says what is answered."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            wire = answers.answer(dns.message.from_wire(body)).to_wire()
            self.send_response(200)
            self.send_header("content-type", "application/dns-message")
            self.send_header("content-length", str(len(wire)))
            self.end_headers()
            self.wfile.write(wire)

        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://{NAME}:{server.server_port}/dns-query", certificate
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
