import type { Model } from '../model.ts'

export const tkstar: readonly Model[] = [
  { id: 1101, title: 'TK210', tags: ['vehicle'], protocol: 'h02' },
  { id: 1102, title: 'TK109', tags: ['common'], protocol: 'h02' },
  { id: 1103, title: 'TK208', tags: ['common'], protocol: 'h02' },
  { id: 1104, title: 'TK209B', tags: ['common'], protocol: 'h02' },
  { id: 1105, title: 'TK905', tags: ['common'], protocol: 'h02' },
  { id: 1106, title: 'TK915', tags: ['common'], protocol: 'watch' },
  { id: 1107, title: 'TK909', tags: ['pets'], protocol: 'h02' },
]
