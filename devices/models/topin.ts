import type { Model } from '../model.ts'

export const topin: readonly Model[] = [
  { id: 3201, title: 'ZX303', tags: ['common', 'pets'], protocol: 'topin' },
  { id: 3202, title: 'ZX612', tags: ['common'], protocol: 'topin' },
  { id: 3203, title: 'ZX302', tags: ['common'], protocol: 'topin' },
  { id: 3204, title: 'ZX310', tags: ['common'], protocol: 'topin' },
]
