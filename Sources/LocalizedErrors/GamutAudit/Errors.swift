public import Foundation
public import GamutAudit

extension AuditError: LocalizedError { public var errorDescription: String? { description } }
extension PolicyError: LocalizedError { public var errorDescription: String? { description } }
