/** Where the tour stops, and one sentence about each place. */
import type { Ids } from './tour-data.ts'

export interface Stop {
  /** Of its files. */
  readonly name: string
  readonly title: string
  readonly sentence: string
  place(ids: Ids): string
  /** Maps are drawn without a graphics card and take a while. */
  readonly hasMap?: boolean
}

const stop = (name: string, title: string, place: Stop['place'] | string, sentence: string, hasMap = false): Stop => ({
  name,
  title,
  sentence,
  hasMap,
  place: typeof place === 'string' ? () => place : place,
})

export const dealerStops: readonly Stop[] = [
  stop(
    'today',
    'Today',
    '/today',
    'What needs a hand, and how money, clients and units stand; every figure opens what it counts.',
  ),
  stop(
    'clients',
    'Clients',
    '/clients',
    'Every client with its state, plan, quota and due date; searched, filtered and sorted on the server.',
  ),
  stop(
    'client',
    'A client',
    ({ client }) => `/clients/${client}`,
    'The notice, the due date and the block on one line, and the units of the client below.',
  ),
  stop(
    'client-explain',
    'Why a client is as it is',
    ({ client }) => `/clients/${client}/explain`,
    'What happened, by which rule, and what comes next if nobody does anything.',
  ),
  stop(
    'client-new',
    'A new client',
    '/clients/new',
    'Application, plan and names; then the link that makes somebody its client.',
  ),
  stop('units', 'Units', '/units?sort=-name', 'All trackers of all clients with their age, model and trouble.'),
  stop('units-map', 'Units on the map', '/units/map', 'Where all of them are now.', true),
  stop(
    'unit',
    'A unit',
    ({ unit }) => `/units/${unit}`,
    'The toolbox of one tracker: live state, map and telemetry with the age of each value.',
    true,
  ),
  stop(
    'unit-traffic',
    'What a unit said',
    ({ unit }) => `/units/${unit}/traffic`,
    'Its frames in hexadecimal, with the decoded fields beside each range of bytes.',
  ),
  stop(
    'unit-setup',
    'Setting a unit up',
    ({ unit }) => `/units/${unit}/setup`,
    'The address it has to call, as a code and as the SMS of its model.',
  ),
  stop(
    'units-import',
    'Import',
    '/units/import',
    'Units from a spreadsheet: columns are matched, a dry run finds bad rows, and everything can be taken back.',
  ),
  stop(
    'lobby',
    'Lobby',
    '/lobby?ident=356307042441013',
    'A tracker that called and has no unit is looked up by its ident and claimed.',
  ),
  stop('plans', 'Plans', '/plans', 'What a dealer sells: quotas, modules and the rhythm of payments.'),
  stop(
    'plan',
    'A plan',
    ({ plan }) => `/plans/${plan}`,
    'Its automation with a preview by the time machine before anything is saved.',
  ),
  stop('bills', 'Bills', '/bills', 'Open, paid and expired, by age and by client.'),
  stop(
    'bill',
    'A bill',
    ({ bill, client }) => `/bills/${bill}?account_id=${client}`,
    'Its items, its link for the payer, and what became of it.',
  ),
  stop(
    'automation',
    'Automation',
    '/automation',
    'Notices, due dates and blocks of the coming months, and what would happen if nobody paid.',
  ),
  stop('company', 'Company', '/company', 'The card as clients see it, with what waits for review, and the brand.'),
  stop(
    'developers',
    'Developers',
    '/developers',
    'Access tokens, webhooks, events, the last requests, and ways in for other servers.',
  ),
  stop(
    'webhook',
    'A webhook',
    ({ webhook }) => `/developers/webhooks/${webhook}`,
    'Every delivery with what the receiver answered; they can be sent again.',
  ),
  stop('team', 'Team', '/team', 'Who works here and in which role.'),
  stop('audit', 'Audit log', '/team/audit', 'Who did what to which thing, when, and from where.'),
]

export const operatorStops: readonly Stop[] = [
  stop(
    'operator-overview',
    'Overview',
    '/overview',
    'Trackers, storage, jobs, mail and backups of the whole installation, and what waits for its operator.',
  ),
  stop(
    'operator-dealers',
    'Dealers',
    '/dealers',
    'Whoever runs tracking as a business here, with clients, units and team.',
  ),
  stop(
    'operator-dealer',
    'A dealer',
    ({ dealer }) => `/dealers/${dealer}`,
    'What it may, what it has, and what of it waits to be looked at.',
  ),
  stop(
    'operator-reviews',
    'Reviews',
    '/reviews',
    'A changed company card, field by field, to be approved or rejected.',
  ),
  stop(
    'operator-plans',
    'Offered plans',
    '/plans',
    'The room within which dealers make plans of their own, fees and subscriptions.',
  ),
  stop(
    'operator-catalogue',
    'Catalogue',
    '/catalogue',
    'All makers, models and protocols, and how many units there are of each.',
  ),
  stop('operator-jobs', 'Jobs', '/jobs', 'What works in the background, what it does, and how far it lags behind.'),
  stop('operator-mails', 'Mail', '/mails', 'The outbox: what waits, what was sent, what was given up and why.'),
  stop('operator-backups', 'Backups', '/backups', 'The whole database in one file, made while everything runs.'),
]

export const clientStops: readonly Stop[] = [
  stop(
    'client-units',
    'Units',
    '/units',
    'All vehicles with their state, beside the map on which they move; searched, and gathered in groups.',
    true,
  ),
  stop(
    'client-unit',
    'A unit',
    ({ unit }) => `/units/${unit}`,
    'Its card: speed, ignition, fields of its own, and what can be done with it.',
    true,
  ),
  stop(
    'client-timeline',
    'A day',
    ({ unit, yesterday }) => `/timeline/${yesterday}/${unit}`,
    'Trips and stops on one strip, with map and speed under one cursor; replayed, printed, taken away as a file.',
    true,
  ),
  stop('client-events', 'Events', '/events', 'Alarms, and who came and left, with the positions that prove it.'),
  stop('client-geofences', 'Geofences', '/geofences', 'Places that were drawn, and who is in them now.', true),
  stop('client-geofence-new', 'Drawing a geofence', '/geofences/new', 'Circle, polygon or corridor.', true),
  stop('client-notifications', 'Notifications', '/notifications', 'What came, and the rules by which it came.'),
  stop('client-statistics', 'Statistics', '/statistics', 'Distance, time and speed, by day, week or month.'),
  stop('client-sharing', 'Sharing', '/sharing', 'Links to live units, until a date, revoked at once.'),
  stop('client-maintenance', 'Maintenance', '/maintenance', 'Services by mileage, hours and days, the next one first.'),
  stop('client-account', 'Account', '/account', 'Plan, limits, bills, logins, and who of the dealer was here.'),
]

export const tagsStops: readonly Stop[] = [
  stop('tags-assets', 'Assets', '/assets', 'What is tagged, and where it was heard of last.'),
  stop('tags-buildings', 'Buildings', '/buildings', 'Floor plans with what is on them now.'),
  stop('tags-reports', 'Report', '/dwell', 'How long things stayed where.'),
]
