import type { dealers as en } from '../en/dealers.ts'
import { plural } from './plural.ts'

export const dealers: typeof en = {
  title: 'Händler finden',
  explain: 'Diese Unternehmen verkaufen, montieren und betreuen Tracker. Wenden Sie sich an eines in Ihrer Nähe.',
  search: 'Nach Name oder Ort suchen',
  nobody: 'Hier ist noch kein Händler eingetragen.',
  notFound: 'Kein Händler passt zu Ihrer Suche.',
  map: (count) => `Karte mit ${plural(count, 'Händler', 'Händlern')}. Die Liste enthält dieselben Angaben.`,
  fit: 'Alle Händler zeigen',
  areas: {
    'company.areas.installation': 'Montage',
    'company.areas.selling': 'Verkauf von Geräten',
    'company.areas.maintenance': 'Wartung',
    'company.areas.soft': 'Programme',
    'company.areas.other': 'Weitere Leistungen',
  },
}
