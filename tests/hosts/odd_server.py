"""A name server for what a proper one cannot do: slow answers, drops, wrong ids, nonsense, lies, truncation.

The first label of a name says what happens to it; every question is noted. One asyncio loop in one thread.
"""

import asyncio
import struct
import threading
from types import TracebackType
from typing import Self, cast

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

ADDRESS = "192.0.2.99"
LIE = "203.0.113.66"


class OddServer:
    """`slow300.x` answers after 300 ms, `drop.x` never, `wrongid.x` with a false answer before the true one,
    `garbage.x` with nonsense first, `truncated.x` over TCP only, `servfail.x`, `refused.x`, `nxdomain.x`;
    anything else has one address. With `lying` every A question is answered with one address.
    """

    def __init__(self, *, lying: bool = False) -> None:
        self.lying = lying
        self.silent = False
        self.asked: list[tuple[str, str]] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="odd server", daemon=True)

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        self._loop.close()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        tcp = await asyncio.start_server(self._over_tcp, "127.0.0.1", 0)
        self.port = tcp.sockets[0].getsockname()[1]
        udp, _ = await self._loop.create_datagram_endpoint(
            lambda: _Udp(self), local_addr=("127.0.0.1", self.port)
        )
        self._ready.set()
        await self._stop.wait()
        udp.close()
        tcp.close()
        await tcp.wait_closed()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    def answer(self, query: dns.message.Message) -> dns.message.Message:
        """The true answer."""
        question = query.question[0]
        label = question.name.labels[0].decode()
        response = dns.message.make_response(query)
        if label in ("servfail", "refused", "nxdomain"):
            response.set_rcode(dns.rcode.from_text(label))
        elif question.rdtype == dns.rdatatype.A:
            address = LIE if self.lying else ADDRESS
            response.answer.append(dns.rrset.from_text(question.name, 60, "IN", "A", address))
        return response

    async def _over_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = struct.unpack("!H", await reader.readexactly(2))[0]
        wire = self.answer(dns.message.from_wire(await reader.readexactly(size))).to_wire()
        writer.write(struct.pack("!H", len(wire)) + wire)
        await writer.drain()
        writer.close()


class _Udp(asyncio.DatagramProtocol):
    def __init__(self, server: OddServer) -> None:
        self._server = server
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # asyncio's own transport is no subclass of the class that its documentation names.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        task = asyncio.get_running_loop().create_task(self._respond(data, addr))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _respond(self, data: bytes, addr: tuple[str, int]) -> None:
        query = dns.message.from_wire(data)
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True)
        self._server.asked.append((name, dns.rdatatype.to_text(question.rdtype)))
        label = name.partition(".")[0]
        if label == "drop" or self._server.silent:
            return
        response = self._server.answer(query)
        if label.startswith("slow"):
            await asyncio.sleep(int(label[4:]) / 1000)
        elif label == "truncated":
            response.flags |= dns.flags.TC
            response.answer.clear()
        elif label == "wrongid":
            false = dns.message.from_wire(response.to_wire())
            false.id = (query.id + 1) % 65536
            false.answer[:] = [dns.rrset.from_text(question.name, 60, "IN", "A", LIE)]
            self._transport.sendto(false.to_wire(), addr)
            await asyncio.sleep(0.02)
        elif label == "garbage":
            self._transport.sendto(b"\x00nonsense", addr)
            await asyncio.sleep(0.02)
        self._transport.sendto(response.to_wire(), addr)
