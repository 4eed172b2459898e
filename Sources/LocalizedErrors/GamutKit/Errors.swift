// The texts of errors as Foundation's `localizedDescription`. It is a target of its own, because the command does not import
// Foundation; the product GamutKit includes it.
public import Foundation
public import GamutBasics
public import GamutKit
public import LittleCMS
public import PNGCodec

extension CompareError: LocalizedError { public var errorDescription: String? { description } }
extension ConvertError: LocalizedError { public var errorDescription: String? { description } }
extension EmbedError: LocalizedError { public var errorDescription: String? { description } }
extension FailedFile: LocalizedError { public var errorDescription: String? { description } }
extension GamutError: LocalizedError { public var errorDescription: String? { description } }
extension Glob.Fault: LocalizedError { public var errorDescription: String? { description } }
extension PNGError: LocalizedError { public var errorDescription: String? { description } }
extension ProfileError: LocalizedError { public var errorDescription: String? { description } }
extension RecordedError: LocalizedError { public var errorDescription: String? { description } }
extension SetError: LocalizedError { public var errorDescription: String? { description } }
extension SpaceChoice.Fault: LocalizedError { public var errorDescription: String? { description } }
extension WriteError: LocalizedError { public var errorDescription: String? { description } }
