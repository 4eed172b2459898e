/// The names of what is in the catalog.
public enum Asset: String, CaseIterable, Sendable {
  case alarm = "Alarm"
  case alarmPressed = "AlarmPressed"
  case badge = "Badge"
}
