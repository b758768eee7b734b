/** The public page of dealers. */
import { plural } from './plural.ts'

export const dealers = {
  title: 'Find a dealer',
  explain: 'These companies sell, install and look after trackers. Contact the one near you.',
  search: 'Search by name or place',
  nobody: 'No dealer is listed here yet.',
  notFound: 'No dealer matches your search.',
  map: (count: number) => `Map with ${plural(count, 'dealer', 'dealers')}. The list has the same information.`,
  fit: 'Show all dealers',
  areas: {
    'company.areas.installation': 'Installation',
    'company.areas.selling': 'Device sales',
    'company.areas.maintenance': 'Maintenance',
    'company.areas.soft': 'Software',
    'company.areas.other': 'Other services',
  },
}
