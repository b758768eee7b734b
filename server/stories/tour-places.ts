/** The pages that the tour shows, and one sentence about each. */
import type { Ids } from './tour-data.ts'

export interface Stop {
  /** The name of its files. */
  readonly name: string
  readonly title: string
  readonly sentence: string
  place(ids: Ids): string
}

const stop = (name: string, title: string, place: Stop['place'] | string, sentence: string): Stop => ({
  name,
  title,
  sentence,
  place: typeof place === 'string' ? () => place : place,
})

export const dealerStops: readonly Stop[] = [
  stop(
    'today',
    'Today',
    '/today',
    'Everything that needs attention, and figures for money, clients and units. Every figure opens its list.',
  ),
  stop(
    'clients',
    'Clients',
    '/clients',
    'Every client with its state, plan, quota and due date. Search, filters and sorting run on the server.',
  ),
  stop(
    'client',
    'A client',
    ({ client }) => `/clients/${client}`,
    'Payment reminder, due date and block on one line, with the client’s units below.',
  ),
  stop(
    'client-explain',
    'Why a client is in its state',
    ({ client }) => `/clients/${client}/explain`,
    'What happened, which rule applied, and what comes next if nobody acts.',
  ),
  stop(
    'client-new',
    'New client',
    '/clients/new',
    'Application, plan and names, followed by the activation link to send to the client.',
  ),
  stop(
    'units',
    'Units',
    '/units?sort=-name',
    'All trackers of all clients with their last report, model and problems.',
  ),
  stop('units-map', 'Units on the map', '/units/map', 'The current position of every unit.'),
  stop(
    'unit',
    'A unit',
    ({ unit }) => `/units/${unit}`,
    'Live state, map and telemetry of one tracker, with the age of each value.',
  ),
  stop(
    'unit-traffic',
    'Traffic of a unit',
    ({ unit }) => `/units/${unit}/traffic`,
    'Its frames in hexadecimal, with the decoded fields next to each range of bytes.',
  ),
  stop(
    'unit-setup',
    'Setting up a unit',
    ({ unit }) => `/units/${unit}/setup`,
    'The address to configure in the tracker, as a QR code and as the SMS for its model.',
  ),
  stop(
    'units-import',
    'Import',
    '/units/import',
    'Units from a spreadsheet: columns are matched, a dry run finds bad rows, and the import can be undone.',
  ),
  stop(
    'lobby',
    'Unclaimed devices',
    '/lobby?ident=356307042441013',
    'Find a tracker that has connected and has no unit by its ident, and claim it.',
  ),
  stop('plans', 'Plans', '/plans', 'The dealer’s own plans: quotas, modules and payment period.'),
  stop(
    'plan',
    'A plan',
    ({ plan }) => `/plans/${plan}`,
    'Its billing automation, with a simulation before anything is saved.',
  ),
  stop('bills', 'Bills', '/bills', 'Open, paid and expired bills, by age and by client.'),
  stop(
    'bill',
    'A bill',
    ({ bill, client }) => `/bills/${bill}?account_id=${client}`,
    'Its items, its payment link, and its history.',
  ),
  stop(
    'automation',
    'Automation',
    '/automation',
    'Reminders, due dates and blocks of the coming months, and what would happen if nobody paid.',
  ),
  stop('company', 'Company', '/company', 'The profile as clients see it, changes that wait for review, and the brand.'),
  stop(
    'developers',
    'Developers',
    '/developers',
    'Access tokens, webhooks, events, recent requests, and intake tokens for other servers.',
  ),
  stop(
    'webhook',
    'A webhook',
    ({ webhook }) => `/developers/webhooks/${webhook}`,
    'Every delivery with the receiver’s answer, and a button to resend it.',
  ),
  stop('team', 'Team', '/team', 'The people of this dealer and their roles.'),
  stop('audit', 'Audit log', '/team/audit', 'Who changed what, when, and from where.'),
]

export const operatorStops: readonly Stop[] = [
  stop(
    'operator-overview',
    'Overview',
    '/overview',
    'Trackers, storage, jobs, emails and backups of the whole installation, and everything that needs attention.',
  ),
  stop('operator-dealers', 'Dealers', '/dealers', 'All dealers of this installation, with clients, units and team.'),
  stop(
    'operator-dealer',
    'A dealer',
    ({ dealer }) => `/dealers/${dealer}`,
    'Its permissions, its figures, and what waits for review.',
  ),
  stop('operator-reviews', 'Reviews', '/reviews', 'A changed company profile, field by field, to approve or reject.'),
  stop(
    'operator-plans',
    'Offered plans',
    '/plans',
    'Provider plans that dealers base their own plans on, platform fees and subscriptions.',
  ),
  stop(
    'operator-catalogue',
    'Catalogue',
    '/catalogue',
    'All makers, models and protocols, and how many units there are of each.',
  ),
  stop('operator-jobs', 'Jobs', '/jobs', 'Background jobs, what each one does, and how far it lags behind.'),
  stop('operator-mails', 'Emails', '/mails', 'The outbox: waiting, sent and failed emails, with the reason.'),
  stop('operator-backups', 'Backups', '/backups', 'The whole database in one file, made while the server runs.'),
]

export const clientStops: readonly Stop[] = [
  stop(
    'client-units',
    'Units',
    '/units',
    'All vehicles with state and address next to the live map, and what each has done today.',
  ),
  stop(
    'client-unit',
    'A unit',
    ({ unit }) => `/units/${unit}`,
    'Speed, ignition, own fields, and everything you can do with it.',
  ),
  stop(
    'client-timeline',
    'Timeline',
    ({ unit, yesterday }) => `/timeline/${yesterday}/${unit}`,
    'Trips and stops of a day, with map and speed under one cursor. Replay, print or download it.',
  ),
  stop(
    'client-events',
    'All events',
    '/inbox/events',
    'Alarms and geofence crossings, with the positions that prove them.',
  ),
  stop('client-geofences', 'Geofences', '/geofences', 'The areas you have drawn, and the units inside them now.'),
  stop('client-geofence-new', 'New geofence', '/geofences/new', 'A circle, a polygon or a corridor.'),
  stop(
    'client-notifications',
    'Inbox',
    '/inbox',
    'What rules notified of, with place and speed, and the rules behind it.',
  ),
  stop('client-statistics', 'Statistics', '/statistics', 'Distance, time and speed, by day, week or month.'),
  stop(
    'client-sharing',
    'Sharing',
    '/sharing',
    'Links to live units that expire on a date and can be revoked at once.',
  ),
  stop(
    'client-maintenance',
    'Maintenance',
    '/maintenance',
    'Tasks by mileage, engine hours and days, the most urgent first.',
  ),
  stop('client-account', 'Account', '/account', 'Plan, limits, bills, logins, and the provider’s support sessions.'),
]

export const tagsStops: readonly Stop[] = [
  stop('tags-assets', 'Assets', '/assets', 'Tagged assets and where each was last detected.'),
  stop('tags-buildings', 'Buildings', '/buildings', 'Floor plans with the assets that are on them now.'),
  stop('tags-reports', 'Report', '/dwell', 'How long assets stayed at each location.'),
]
