/** Every number that notifications depend on, with the reason it is what it is. Pure. */
import { apartSeconds } from '#tracking/messages/stretches.ts'

export const limits = {
  /** Ways out of one account. More is no help to anybody. */
  channelsMax: 20,
  /** Per account and day: a rule that rings all night must not make the installation a sender nobody accepts mail from. */
  mailsPerDay: 100,
  /**
   * What was shown by a message older than this when it came here is listed and not sent out: a tracker that was out of
   * reach sends hours at once, and nobody wants to be woken by yesterday. Most trackers report at least every half hour.
   */
  lateSeconds: 1800,
  /**
   * … and nothing is done about it if the message is older than this: a vehicle that was too fast five minutes ago has long
   * been somewhere else (docs/decisions/0128).
   */
  actionSeconds: 300,
  /** What is sent waits this long at most for the actions, so that it can have their link. */
  actionHoldSeconds: 60,
  /** A command of a rule that did not reach its tracker within this time is about something long over. */
  actionCommandSeconds: 600,
  /** A link that a rule makes. */
  actionShareMinutes: { min: 5, max: 7 * 1440 },
  /** A condition that does not hold for less than this was not over: values wander around their limit. */
  restSeconds: 60,
  /** … and is over only this part of the limit, or of the band, back on the other side. */
  margin: 0.02,
  /** Between two values further apart than this, or than the duration asked for, nobody knows what was. */
  gapSeconds: 1800,
  /** Conditions in one rule. Nobody reads a longer sentence. */
  partsMax: 8,
  durationMaxSeconds: 7 * 86_400,
  /** A rule counts to so many at most, within so many minutes: it keeps the times of all. */
  timesMax: 50,
  withinMaxMinutes: 7 * 1440,
  /** So near or far is another unit: positions wander by 20 m, and half the Earth is 20,000 km. */
  distanceMetres: { min: 10, max: 1_000_000 },
  /** A rule names so many other units, and all of its units have so many pairs with them: each pair reads messages. */
  othersMax: 20,
  pairsMax: 200,
  /** A position of another unit counts for so long, unless the rule says otherwise. */
  otherAgeMinutes: { usual: 30, max: 1440 },
  /** … and is judged by the one before it, unless that is older than this. */
  otherLeadSeconds: 600,
  /** What another unit reported is waited for this long, so that one turn has many of its messages. */
  otherSettleSeconds: 120,
  /**
   * Old and current messages of others with a longer gap than this are computed one after the other, as a run ends at the next
   * checkpoint where nothing differs. None of them waits longer than that: buffers take hours to send.
   */
  otherApartSeconds: { gap: apartSeconds, wait: 600 },
  /** No road allows less: the map is not asked about slower units. */
  slowestKmh: 5,
  overMaxKmh: 100,
  silenceMinutes: { min: 5, max: 30 * 1440 },
  /** After a start trackers have this long to come back before any of them is called silent. */
  graceSeconds: 600,
  /** What no message tells is looked at again after this long at the latest: units come and go. */
  checkSeconds: 600,
  /** Another device with the ident of a unit is looked for so often, and so far back. */
  conflictCheckSeconds: 60,
  conflictSeconds: 86_400,
  /** A channel that has not worked for so long is switched off. */
  failingSeconds: 3 * 86_400,
  /** How long notifications are kept. */
  keptDays: 90,
  /** A rule is tried on so many days before it is saved. */
  previewDays: 30,
  /** … for so long at most: what was not looked at by then is said. A person waits for it. */
  previewMs: 5_000,
  /** … on this node so many at once, so that ingest keeps its share, and one for an account. */
  previewsMax: 3,
  /** … with so many units and stored events at most, and a list of the newest so many. */
  previewUnits: 1_000,
  previewEvents: 20_000,
  previewListed: 100,
  /** A moment that somebody asks about is a minute, and what happened this long before or after it may be meant. */
  nearSeconds: 300,
  /** Codes that confirm an address. */
  codeMinutes: 60,
  codeTries: 5,
} as const
