/** Every number that visits and alarms depend on, with the reason it is what it is. Pure. */
export const limits = {
  /** So far outside a unit has left. Receivers wander some 20 m in the open; what is nearer to the border is neither. */
  leaveMetres: 25,
  /** A stay or an absence shorter than this is none, unless the geofence says otherwise: a turn at the gate. */
  minSeconds: 30,
  minSecondsMax: 3600,
  /** Nothing heard for so long: where the unit was meanwhile is not on the straight line between two positions. */
  silenceSeconds: 600,
  /** A unit that was silent stood, and then came at this speed at least. */
  wakeKmh: 20,
  /** The same alarm within so many seconds is still the same: trackers repeat it with every message while it lasts. */
  alarmSeconds: 300,
} as const
