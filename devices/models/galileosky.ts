import type { Model } from '../model.ts'

export const galileosky: readonly Model[] = [
  { id: 1601, title: '7.0', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1602, title: '7.0 Lite', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1603, title: '7x', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1604, title: '7x Plus', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1605, title: '10', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1606, title: 'Base Block Lite', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1607, title: 'Base Block Optimum', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1608, title: 'Base Block Iridium', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1609, title: 'OBD-II', tags: ['vehicle'], protocol: 'galileo', build: 'obd' },
  { id: 1610, title: 'v5.0', tags: ['vehicle', 'legacy'], protocol: 'galileo' },
  { id: 1611, title: '7x C', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1612, title: '7x LTE', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1613, title: 'Base Block Wi-Fi Hub', tags: ['vehicle'], protocol: 'galileo' },
  { id: 1614, title: 'Boxfinder v1.0', tags: ['common'], protocol: 'galileo' },
  { id: 1615, title: 'v4.0', tags: ['vehicle', 'legacy'], protocol: 'galileo' },
]
