/** Every number that trips and stops depend on, with its reason. Pure. */
import { shortMove } from '../../drivers/trip-kind.ts'

export const thresholds = {
  /** Beyond this radius a unit has left its place. A parked receiver wanders some 30 m, between houses 60 to 80. */
  leaveMetres: 100,
  /**
   * With the ignition off it takes more: the unit does not drive, and a position that wanders this far comes from a
   * receiver in a garage. Towing moves it further.
   */
  towedMetres: 500,
  /** This far from its place, it is on a trip. Turning back earlier was drift, or parking again nearby. */
  tripMetres: 250,
  /** The same while the engine runs, which drift does not cause. */
  tripMetresIgnition: 150,
  /** Shorter than this is not a trip, however far a receiver jumped. */
  tripSeconds: 30,
  /** Shorter in both is a short move, as from one side of a yard to the other: stored, but not counted as a trip. */
  shortMetres: shortMove.metres,
  shortSeconds: shortMove.seconds,
  /** Within this radius a unit on a trip is standing: a lorry's length, and the receiver's noise. */
  standMetres: 60,
  /** At this speed it is not standing, wherever it is. */
  drivingKmh: 10,
  /** Below this speed it may be standing: receivers report up to 3 km/h at rest. */
  standingKmh: 3,
  /** Standing this long is a stop. Traffic lights, jams and level crossings are shorter. */
  stopSeconds: 300,
  /** With the ignition off a minute is enough; a stalled engine is started again sooner. */
  stopSecondsIgnition: 60,
  /** If the engine started at most this long before the unit left, the trip starts with the engine. */
  warmUpSeconds: 300,
  /** A unit's first place is a stop only if it stayed this long. */
  openingSeconds: 120,
  /** No messages for this long is silence: most trackers send at least every five minutes while moving. */
  silenceSeconds: 600,
  /** Silence on a trip up to this long is bridged, if the unit has moved on meanwhile: tunnels, dead spots. */
  bridgeSeconds: 1800,
  /** … and moved at least this fast in a straight line; slower, its whereabouts are unknown. */
  bridgeKmh: 10,
  /** A tracker that slept while parked wakes up a little late: this near to its place, it was parked until then. */
  wakeMetres: 2000,
  /** Assumed speed before the first message, if none is known. */
  wakeKmh: 20,
  /** No vehicle on a road is faster; a position that would need more is an outlier … */
  plausibleKmh: 250,
  /** … if it is further away than noise. */
  outlierMetres: 300,
  /** Positions with fewer satellites are guesses. */
  satellitesMin: 3,
  hdopMax: 10,
  accuracyMetresMax: 200,
  /** A position older than its message was measured before the tracker lost sight of the sky. */
  fixAgeSecondsMax: 60,
  /** How many points the middle of a place is averaged over. */
  anchorPoints: 50,
  /** A stop at which the tank gained this much is a filling, lost this much a drain: floats are no more precise. */
  fuelPercent: 8,
  fuelLitres: 8,
  /** The level at a time is the median of this many samples on each side: fuel sloshes. */
  fuelSamples: 5,
  /** Below this distance, in metres, a consumption would be a guess. */
  fuelMetresMin: 5_000,
} as const
