"""What counts as one client: an IPv4 address, or all IPv6 addresses of one household.

Some networks have no limits by address: those that the operator allows, because many people share an address there, as
in a hall; and proxies, which forward for everybody.
"""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

IPV6_PREFIX = 64
"""The bits of an IPv6 address that one household has in common."""

NEIGHBOURHOOD_PREFIX = {4: 24, 6: 48}
"""The bits that the addresses of a neighbourhood have in common, by version of IP."""

NO_LIMIT = ""
"""In place of a network: there is no limit by address."""

EVERYBODY = "*"
"""Written in place of all networks."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ClientNetworks:
    """The networks that clients come from, and which of them are free of limits."""

    def __init__(self, free: Iterable[str] = ()) -> None:
        names = {name.strip() for name in free} - {""}
        self._all_are_free = EVERYBODY in names
        self._networks = [network for name in names if (network := read_network(name)) is not None]
        self._names = names
        """Also those that are no addresses, such as the path of a Unix socket."""
        self.find = lru_cache(maxsize=4096)(self._find)
        """Return the network that counts as this client, or `NO_LIMIT`."""

    def _find(self, address: str) -> str:
        if self._all_are_free or address in self._names:
            return NO_LIMIT
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return address
        if isinstance(parsed, ipaddress.IPv6Address):
            parsed = parsed.ipv4_mapped or parsed
        if any(parsed in network for network in self._networks):
            return NO_LIMIT
        if isinstance(parsed, ipaddress.IPv4Address):
            return str(parsed)
        return str(ipaddress.ip_network((int(parsed), IPV6_PREFIX), strict=False))


@lru_cache(maxsize=4096)
def neighbourhood_of(network: str) -> str:
    """Return the wider network around a client's: one customer of a provider may have thousands of IPv6 networks.

    Neighbours are other people as well, so nobody is refused because of them.
    """
    parsed = read_network(network)
    if parsed is None:
        return network
    return str(parsed.supernet(new_prefix=NEIGHBOURHOOD_PREFIX[parsed.version]))


def read_network(text: str) -> Network | None:
    """Read an address or a network, such as `192.0.2.0/24`; None if it is neither."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
