/** Buying premium for an account that its client owns. */
import { plural } from './plural.ts'

export const premium = {
  title: 'Premium',
  plans: { free: 'Free', basic: 'Basic', premium: 'Premium' },
  now: (plan: string, until: string) => `You have ${plan} until ${until}.`,
  nowOpen: (plan: string) => `You have ${plan}.`,
  nowFree: 'You have the free plan.',
  afterwards: 'It does not renew itself. After that the free plan holds again; nothing is deleted.',
  compare: 'What the plans give',
  limit: 'Plan',
  price: 'Price',
  perMonth: (amount: string) => `${amount} a month`,
  free: 'free',
  limits: {
    unit: 'Units',
    geofence: 'Geofences',
    triggers: 'Notification rules',
    unit_storage: 'Storage per unit',
  },
  extras: 'Also',
  modules: {
    statistics: 'Statistics',
    fuel: 'Fuel',
    maintenance: 'Maintenance',
    extended_notification: 'Notifications by mail and webhook',
  },
  plan: 'Plan',
  months: 'For',
  monthsOf: (count: number) => plural(count, 'month', 'months'),
  pay: (amount: string) => `Pay ${amount} by card`,
  effect: {
    begins: (plan: string) => `${plan} begins as soon as it is paid.`,
    adds: 'The time is added to what is left.',
    replaces: (before: string, until: string) =>
      `It takes the place of ${before} at once. What is left of that until ${until} is lost.`,
  },
  visitor: 'Only the client itself can buy.',
  orders: 'What was ordered',
  order: (plan: string, months: string) => `${plan}, ${months}`,
  made: (number: string, day: string) => `Invoice ${number}, ${day}`,
  states: { open: 'Not paid yet', paid: 'Paid', void: 'Not paid, given up' },
  finish: (amount: string) => `Pay ${amount}`,
  looking: 'Asking whether your payment has arrived …',
  thanks: 'Your payment has arrived. Thank you!',
}
