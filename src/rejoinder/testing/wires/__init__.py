"""What model services send over the wire, one file a format, for `ModelServer`. Written from their documentation.

A format is a module with `BASE`, the path that its clients take as the root of the service, and
`respond(spoken, request)`.
"""
