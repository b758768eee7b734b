/** Every number that notifications depend on, with its reason. Pure. */
import { apartSeconds } from '#tracking/messages/writing/stretches.ts'

export const limits = {
  /** Channels of one account. More would help nobody. */
  channelsMax: 20,
  /** Per account and day: a rule that fires all night must not make other servers reject the installation's emails. */
  mailsPerDay: 100,
  /**
   * If the message is older than this on arrival, the notification is listed and not sent: a tracker that was out of
   * reach sends hours at once, and nobody wants to be woken by yesterday. Most trackers report at least every half
   * hour.
   */
  lateSeconds: 1800,
  /**
   * … and no action is run if the message is older than this: a vehicle that was too fast five minutes ago is somewhere
   * else by now (docs/decisions/0128).
   */
  actionSeconds: 300,
  /** Deliveries wait this long at most for the actions, so that they can include their link. */
  actionHoldSeconds: 60,
  /** A command of a rule that has not reached its tracker within this time is obsolete. */
  actionCommandSeconds: 600,
  /** A link that a rule creates. */
  actionShareMinutes: { min: 5, max: 7 * 1440 },
  /** A condition that is interrupted for less than this has not ended: values wander around their limit. */
  restSeconds: 60,
  /** … and ends only when it is back by this part of the limit, or of the band. */
  margin: 0.02,
  /** Between two values further apart than this, or than the required duration, the state is unknown. */
  gapSeconds: 1800,
  /** Conditions in one rule. Nobody reads a longer sentence. */
  partsMax: 8,
  durationMaxSeconds: 7 * 86_400,
  /** The highest count of a rule, and its longest period in minutes: it stores the times of all. */
  timesMax: 50,
  withinMaxMinutes: 7 * 1440,
  /** The range of distances: positions wander by 20 m, and half the Earth is 20,000 km. */
  distanceMetres: { min: 10, max: 1_000_000 },
  /**
   * How many other units a rule may name, and how many pairs its units may form with them: each pair reads messages.
   */
  othersMax: 20,
  pairsMax: 200,
  /** How long a position of another unit counts, by default. */
  otherAgeMinutes: { usual: 30, max: 1440 },
  /** … and is judged by the one before it, unless that is older than this. */
  otherLeadSeconds: 600,
  /** How long reports of another unit are awaited, so that one run has many of its messages. */
  otherSettleSeconds: 120,
  /**
   * Old and current messages of others with a longer gap than this are computed one after the other, because a run ends
   * at the next checkpoint where nothing differs. None of them waits longer than that: buffers take hours to send.
   */
  otherApartSeconds: { gap: apartSeconds, wait: 600 },
  /** No road allows less: the map is not consulted for slower units. */
  slowestKmh: 5,
  overMaxKmh: 100,
  silenceMinutes: { min: 5, max: 30 * 1440 },
  /** After a start trackers have this long to reconnect before any counts as silent. */
  graceSeconds: 600,
  /** What no message reveals is checked again after this long at the latest: units come and go. */
  checkSeconds: 600,
  /** How often another device with the ident of a unit is searched for, and how far back. */
  conflictCheckSeconds: 60,
  conflictSeconds: 86_400,
  /** A channel that has failed for this long is disabled. */
  failingSeconds: 3 * 86_400,
  /** How long notifications are kept. */
  keptDays: 90,
  /** A rule is tried on this many days before it is saved. */
  previewDays: 30,
  /** … for at most this long: the answer says what was not examined by then. A person waits for it. */
  previewMs: 5_000,
  /** … this many at once on this node, so that ingest keeps its share, and one per account. */
  previewsMax: 3,
  /** … with at most this many units and stored events, and a list of the newest ones. */
  previewUnits: 1_000,
  previewEvents: 20_000,
  previewListed: 100,
  /** A requested moment is a minute; what happened this long before or after it may be meant. */
  nearSeconds: 300,
  /** Codes that confirm an address. */
  codeMinutes: 60,
  codeTries: 5,
} as const
