/** Buying premium for an account that its client owns. */
import { plural } from './plural.ts'

export const premium = {
  title: 'Premium',
  plans: { free: 'Free', basic: 'Basic', premium: 'Premium' },
  now: (plan: string, until: string) => `You have ${plan} until ${until}.`,
  nowOpen: (plan: string) => `You have ${plan}.`,
  nowFree: 'You have the free plan.',
  afterwards: 'It doesn’t renew automatically. Afterwards you return to the free plan and keep all data.',
  compare: 'Compare plans',
  limit: 'Plan',
  price: 'Price',
  perMonth: (amount: string) => `${amount} per month`,
  free: 'free',
  limits: {
    unit: 'Units',
    geofence: 'Geofences',
    triggers: 'Notification rules',
    unit_storage: 'Storage per unit',
    unit_extra_fields: 'Extra fields per unit',
    unit_notify_settings: 'Notification rules per unit',
  },
  extras: 'Also',
  modules: {
    statistics: 'Statistics',
    fuel: 'Fuel',
    maintenance: 'Maintenance',
    extended_notification: 'Notifications by email and webhook',
  },
  plan: 'Plan',
  months: 'For',
  monthsOf: (count: number) => plural(count, 'month', 'months'),
  pay: (amount: string) => `Pay ${amount} by card`,
  effect: {
    begins: (plan: string) => `${plan} starts as soon as you pay.`,
    adds: 'This extends your remaining time.',
    replaces: (before: string, until: string) =>
      `This replaces ${before} at once. You lose its remaining time until ${until}.`,
  },
  visitor: 'Only the client can buy premium.',
  orders: 'Orders',
  order: (plan: string, months: string) => `${plan}, ${months}`,
  made: (number: string, day: string) => `Invoice ${number}, ${day}`,
  states: { open: 'Open', paid: 'Paid', void: 'Cancelled' },
  finish: (amount: string) => `Pay ${amount}`,
  looking: 'Checking your payment …',
  thanks: 'Payment received. Thank you!',
}
