// Paths, text styles and patterns are part of what a program imports with this library.
@_exported public import GamutBasics
