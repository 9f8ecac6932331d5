"""What a URL is: components, spans, violations, hosts, parameters, LRU and SURT. No I/O, no logging."""
