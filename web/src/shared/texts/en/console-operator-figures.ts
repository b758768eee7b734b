/** The figures of the installation over time. */

export const figures = {
  title: 'Figures',
  also: 'charts growth storage forecast trend messages units dealers',
  zone: 'Days and months in UTC',
  storage: {
    title: 'Storage of messages',
    chart: (from: string, to: string) => `Storage of messages by day, from ${from} to ${to}`,
    hint: 'Space used by stored messages. Old messages are deleted as the plans require, so it can also shrink.',
  },
  messages: {
    title: 'Stored messages',
    chart: (from: string, to: string) => `Stored messages by day, from ${from} to ${to}`,
  },
  active: {
    title: 'Active units',
    chart: (from: string, to: string) => `Units that reported, by day, from ${from} to ${to}`,
    hint: 'Units that reported within 24 hours.',
  },
  young: 'The curve begins when two days have been counted.',
  days: 'Days',
  dayHead: ['Day', 'Clients', 'Units', 'Active units', 'Messages', 'Storage'],
  dealers: {
    title: 'Storage by dealer',
    chart: 'Storage of messages by dealer',
    head: (days: number) => [
      'Dealer',
      'Clients',
      'Units',
      'Active units',
      'Messages',
      'Storage',
      'Per day',
      `In ${days} days`,
    ],
    none: 'No dealer has clients yet.',
  },
  perDay: 'Per day',
  perDayHint: 'On average, over the last 30 days',
  later: (days: number) => `In ${days} days`,
  laterHint: 'At the same rate',
  noForecast: 'The forecast begins when seven days have been counted.',
  now: 'Now',
}
