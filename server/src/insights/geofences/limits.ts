/** Every number that visits and alarms depend on, with its reason. Pure. */
export const limits = {
  /** A unit this far outside has left. Receivers wander some 20 m in the open; nearer to the border it is undecided. */
  leaveMetres: 25,
  /** A shorter stay or absence does not count, unless the geofence says otherwise: a turn at the gate. */
  minSeconds: 30,
  minSecondsMax: 3600,
  /** After silence of this length the straight line between two positions says nothing about where the unit was. */
  silenceSeconds: 600,
  /** A unit that was silent stood, and then drove at this speed at least. */
  wakeKmh: 20,
  /**
   * The same alarm within this many seconds is still the same: trackers repeat it with every message while it lasts.
   */
  alarmSeconds: 300,
} as const
