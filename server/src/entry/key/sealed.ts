/**
 * Everything in the database that only the master key opens, and what becomes of it when that key is replaced. A test
 * compares the list with the tables, so that a new column is not forgotten.
 */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { secretLabel as factorLabel } from '#identity/two-factor/actions.ts'
import { newSecret, secretLabel as webhookLabel } from '#kernel/outgoing-events/webhook.ts'
import { passwordLabel } from '#tracking/units/unit.ts'

/** `delete`: the row is nothing without its secret. `clear`: the rest of the row is still of use. */
type Fate = 'delete' | 'clear' | Renewal

/**
 * A random value takes its place, sealed with the new key. Without any value, anyone would get in who needs none; and
 * each request that opens a value of the old key would fail.
 */
interface Renewal {
  readonly newSecret: () => string
  /** As its room seals it. */
  readonly label: (id: string) => string
}

export interface Sealed {
  readonly table: string
  readonly columns: readonly string[]
  readonly fate: Fate
  /** Which of its rows, if not all with a value in one of the columns. */
  readonly only?: RawBuilder<unknown>
  /** Cleared with them. */
  readonly also?: RawBuilder<unknown>
  /** Of the row, for a label. */
  readonly id?: RawBuilder<unknown>
  /** One and several, for people. */
  readonly title: readonly [one: string, several: string]
  /** What is to be done afterwards, and by whom. */
  readonly next: string
}

const nobodyKnows = () => randomBytes(16).toString('hex')
const nothing = 'Nothing is to be done.'
const savedAgain = 'Until the card is saved again with the next payment, nothing is charged automatically.'

export const sealed: readonly Sealed[] = [
  {
    ...{ table: 'settings', columns: ['sealed'], fate: 'delete' },
    title: ['secret setting', 'secret settings'],
    next: 'Enter them again under Settings in the operator console.',
  },
  {
    // A tracker without a password of its own would be admitted by its ident alone, so it is not removed. The random
    // one refuses the tracker until somebody sets another, and commands that contain it are refused by the tracker.
    ...{ table: 'units', columns: ['password_sealed'], id: sql`id` },
    fate: { newSecret: nobodyKnows, label: (id) => passwordLabel(Number(id)) },
    title: ['tracker password', 'tracker passwords'],
    next: 'Dealers set them again on their units. Until then, a tracker that sends a password is refused.',
  },
  {
    // Without a row, the password alone would be enough. A code of the app is now wrong, and a recovery code right.
    ...{ table: 'second_factors', columns: ['secret_sealed'], id: sql`coalesce(user_id, person_id)` },
    fate: { newSecret: nobodyKnows, label: factorLabel },
    title: ['authenticator app', 'authenticator apps'],
    next: 'Each person signs in with a recovery code, turns two-factor authentication off, and on again.',
  },
  {
    ...{ table: 'processor_keys', columns: ['secret_key_sealed', 'webhook_secret_sealed'], fate: 'delete' },
    title: ['card processor key of a dealer', 'card processor keys of dealers'],
    next: 'Dealers save their Stripe keys again, and look at Stripe for payments of bills that were still open.',
  },
  {
    ...{ table: 'platform_endpoints', columns: ['secret_sealed'], fate: 'delete' },
    title: ['card event address of the platform', 'card event addresses of the platform'],
    next: 'Waymark registers new ones.',
  },
  {
    ...{ table: 'sandbox_endpoints', columns: ['secret_sealed'], fate: 'delete' },
    title: ['event address of the sandbox', 'event addresses of the sandbox'],
    next: 'Waymark registers new ones.',
  },
  {
    ...{ table: 'kept_cards', columns: ['token_sealed'], fate: 'delete' },
    title: ['saved card of a dealer', 'saved cards of dealers'],
    next: savedAgain,
  },
  {
    ...{ table: 'client_cards', columns: ['token_sealed'], fate: 'delete' },
    title: ['saved card for a subscription', 'saved cards for subscriptions'],
    next: savedAgain,
  },
  {
    ...{ table: 'mandate_cards', columns: ['token_sealed'], fate: 'delete' },
    title: ['saved card for client invoices', 'saved cards for client invoices'],
    next: savedAgain,
  },
  {
    // Only the token tells whether it was made. It must not be made again, so it ends.
    ...{ table: 'collection_charges', columns: ['token_sealed'], fate: 'clear' },
    also: sql`status = 'failed', failure = 'The saved card could no longer be used.', ended_at = now(),
      next_look_at = null`,
    title: ['charge of a card that had begun', 'charges of cards that had begun'],
    next: 'Dealers look at Stripe whether these invoices were paid, and record the payments.',
  },
  {
    ...{ table: 'webhooks', columns: ['secret_sealed'], id: sql`id` },
    // Deliveries go on. The receiver refuses them, and they are repeated, until the dealer has made a new secret.
    fate: { newSecret, label: webhookLabel },
    title: ['secret of a webhook', 'secrets of webhooks'],
    next: 'Dealers press New secret, and give it to the receiver. Until then it refuses what it gets.',
  },
  {
    ...{ table: 'webhooks', columns: ['previous_secret_sealed'], fate: 'clear', also: sql`previous_until = null` },
    title: ['previous secret of a webhook', 'previous secrets of webhooks'],
    next: nothing,
  },
  {
    ...{ table: 'dealer_mail_servers', columns: ['dkim_key_sealed', 'password_sealed'], fate: 'delete' },
    title: ['mail server of a dealer', 'mail servers of dealers'],
    next: 'Dealers set them up again. Until then, emails leave through your server.',
  },
  {
    // The others stay, so that no email is sent twice for one cause.
    ...{ table: 'mails', columns: ['body_sealed'], fate: 'delete', only: sql`state <> 'sent'` },
    title: ['email that was not sent', 'emails that were not sent'],
    next: 'They are lost. People ask for links once more.',
  },
  {
    ...{ table: 'mails', columns: ['body_sealed'], fate: 'clear', only: sql`state = 'sent'` },
    title: ['text of a sent email', 'texts of sent emails'],
    next: nothing,
  },
  {
    ...{ table: 'shares', columns: ['sealed'], fate: 'delete' },
    title: ['share link or unit link', 'share links and unit links'],
    next: 'Make new ones.',
  },
  {
    ...{ table: 'notification_actions', columns: ['link_sealed'], fate: 'clear' },
    title: ['link in a notification', 'links in notifications'],
    next: nothing,
  },
  {
    ...{ table: 'payment_links', columns: ['sealed'], fate: 'delete' },
    title: ['payment link', 'payment links'],
    next: 'The next email about an invoice contains a new one.',
  },
  {
    ...{ table: 'notification_channels', columns: ['url_sealed', 'secret_sealed'], fate: 'delete' },
    title: ['channel of notifications', 'channels of notifications'],
    next: 'Clients add webhooks and messengers to their rules again, and turn push on again on each device.',
  },
  {
    ...{ table: 'notification_channels', columns: ['code_sealed'], fate: 'clear', also: sql`code_until = null` },
    title: ['code that confirms an address', 'codes that confirm addresses'],
    next: 'Clients ask for a new code.',
  },
  {
    ...{ table: 'staff_devices', columns: ['subscription_sealed'], fate: 'delete' },
    title: ['device of staff with push', 'devices of staff with push'],
    next: 'Staff turn push on again on each device.',
  },
  {
    ...{ table: 'push_keys', columns: ['private_sealed'], fate: 'delete' },
    title: ['key for push', 'keys for push'],
    next: 'Waymark creates a new one.',
  },
  {
    // A sealed answer is in base64, all others are JSON. Those stay: without them, a repeated payment would be a second.
    ...{ table: 'idempotency_keys', columns: ['body'], fate: 'delete', only: sql`body ~ '^[A-Za-z0-9+/]{38,}=*$'` },
    title: ['stored answer with a secret', 'stored answers with secrets'],
    next: nothing,
  },
]
