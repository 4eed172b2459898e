// Spaces, curves and mappings are part of what a program imports with this library.
@_exported public import ColorScience
