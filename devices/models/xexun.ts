import type { Model } from '../model.ts'

export const xexun: readonly Model[] = [
  { id: 1301, title: 'TK103-2', tags: ['vehicle'], protocol: 'xexun' },
  { id: 1302, title: 'XT009', tags: ['vehicle'], protocol: 'xexun' },
  { id: 1303, title: 'TK103', tags: ['vehicle', 'legacy'], protocol: 'xexun' },
  { id: 1304, title: 'TK101', tags: ['common', 'legacy'], protocol: 'xexun' },
  { id: 1305, title: 'TK102', tags: ['common', 'legacy'], protocol: 'xexun' },
  { id: 1306, title: 'TK102-2', tags: ['common', 'legacy'], protocol: 'xexun' },
  { id: 1307, title: 'TK201', tags: ['common', 'legacy'], protocol: 'xexun' },
  { id: 1308, title: 'XT008', tags: ['vehicle'], protocol: 'xexun' },
  { id: 1309, title: 'XT007', tags: ['common'], protocol: 'xexun' },
  { id: 1310, title: 'XT011', tags: ['common'], protocol: 'xexun' },
  { id: 1312, title: 'XT107', tags: ['common'], protocol: 'xexun' },
]
