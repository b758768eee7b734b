import type { Model } from '../model.ts'

export const eelink: readonly Model[] = [
  { id: 2201, title: 'TK116', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2202, title: 'TK119', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2203, title: 'TK319', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2204, title: 'TK419', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2205, title: 'GOT08', tags: ['common'], protocol: 'eelink' },
  { id: 2206, title: 'GOT10', tags: ['common'], protocol: 'eelink' },
  { id: 2207, title: 'GPT06', tags: ['common'], protocol: 'eelink' },
  { id: 2208, title: 'GPT12', tags: ['common'], protocol: 'eelink' },
  { id: 2209, title: 'GPT19', tags: ['common'], protocol: 'eelink' },
  { id: 2210, title: 'TK115', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2211, title: 'TK121', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2212, title: 'TK319-L', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2213, title: 'TK418', tags: ['vehicle'], protocol: 'eelink' },
  { id: 2214, title: 'GPT18', tags: ['common'], protocol: 'eelink' },
  { id: 2215, title: 'GPT26', tags: ['common'], protocol: 'eelink' },
  { id: 2216, title: 'GPT46', tags: ['common'], protocol: 'eelink' },
]
