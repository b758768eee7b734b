/** Every number that trips and stops depend on, with the reason it is what it is. Pure. */
export const thresholds = {
  /**
   * Beyond this radius a unit has left its place. A parked receiver wanders some 30 m, between houses 60 to 80.
   */
  leaveMetres: 100,
  /** With the ignition off it takes more: nobody drives, and what wanders this far is a receiver in a garage. Towing does. */
  towedMetres: 500,
  /** So far from its place it is on a trip. What turns back before that was drift, or was parked anew next door. */
  tripMetres: 250,
  /** The same when the engine runs, which drift does not make it do. */
  tripMetresIgnition: 150,
  /** Shorter than this is no trip, however far a receiver jumped. */
  tripSeconds: 30,
  /** Within this radius a unit on a trip is standing: a lorry's length, and the receiver's noise. */
  standMetres: 60,
  /** At this speed it is not standing, wherever it is. */
  drivingKmh: 10,
  /** Below this speed it may be standing: receivers report up to 3 km/h at rest. */
  standingKmh: 3,
  /** Standing so long is a stop. Lights, jams and level crossings are shorter. */
  stopSeconds: 300,
  /** With the ignition off a minute is enough; a stalled engine is started again sooner. */
  stopSecondsIgnition: 60,
  /** The engine was started at most so long before the unit left: then the trip begins with the engine. */
  warmUpSeconds: 300,
  /** The first place that is known of a unit is a stop only if it stayed so long. */
  openingSeconds: 120,
  /** Nothing heard for so long is silence: most trackers send at least every five minutes while they move. */
  silenceSeconds: 600,
  /** Silence on a trip up to this long is passed over, if the unit has moved on meanwhile: tunnels, dead spots. */
  bridgeSeconds: 1800,
  /** … and moved at least this fast on the straight line; slower, it has been somewhere that nobody knows. */
  bridgeKmh: 10,
  /** A tracker that slept while parked wakes up a little late: so near to its place, it was parked until then. */
  wakeMetres: 2000,
  /** How fast it went before it was heard of, where nothing tells. */
  wakeKmh: 20,
  /** No vehicle on a road is faster; a position that would need more is an outlier … */
  plausibleKmh: 250,
  /** … if it is further away than noise. */
  outlierMetres: 300,
  /** Positions with less than this are guesses. */
  satellitesMin: 3,
  hdopMax: 10,
  accuracyMetresMax: 200,
  /** A position older than its message was measured before the tracker lost sight of the sky. */
  fixAgeSecondsMax: 60,
  /** How many points the middle of a place is made of. */
  anchorPoints: 50,
  /** A stop at which the tank got so much fuller is a filling, so much emptier a drain: floats are no better than this. */
  fuelPercent: 8,
  fuelLitres: 8,
  /** The level at a time is the middle of so many samples on each side of it: fuel sloshes. */
  fuelSamples: 5,
  /** Below this distance, in metres, a consumption would be a guess. */
  fuelMetresMin: 5_000,
} as const
