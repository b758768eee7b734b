import type { Model } from '../model.ts'

export const wonlex: readonly Model[] = [
  { id: 2001, title: 'GW100', tags: ['common'], protocol: 'watch' },
  { id: 2002, title: 'GW200', tags: ['common'], protocol: 'watch' },
  { id: 2003, title: 'GW400S', tags: ['common'], protocol: 'watch' },
  { id: 2004, title: 'GW600', tags: ['common'], protocol: 'watch' },
  { id: 2005, title: 'GW700', tags: ['common'], protocol: 'watch' },
  { id: 2006, title: 'GW900', tags: ['common'], protocol: 'watch' },
  { id: 2007, title: 'GW1000', tags: ['common'], protocol: 'watch' },
  { id: 2008, title: 'EW100', tags: ['common'], protocol: 'watch' },
]
