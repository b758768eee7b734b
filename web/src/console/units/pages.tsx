import { UnitsIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { units } = words

export const unitPages: readonly ConsolePage[] = [
  {
    path: '/units',
    title: units.title,
    also: units.also,
    menu: { section: 'work', icon: <UnitsIcon />, isOnPhone: true },
    Page: page(() => import('./UnitsPage.tsx'), 'UnitsPage'),
  },
  {
    path: '/units/map',
    title: units.map.title,
    also: units.also,
    under: '/units',
    Page: page(() => import('./UnitsMapPage.tsx'), 'UnitsMapPage'),
  },
  {
    path: '/units/new',
    title: units.new,
    also: units.also,
    under: '/units',
    Page: page(() => import('./NewUnitPage.tsx'), 'NewUnitPage'),
  },
  {
    path: '/units/import',
    title: units.import.title,
    also: units.import.also,
    under: '/units',
    Page: page(() => import('./import/ImportPage.tsx'), 'ImportPage'),
  },
  {
    path: '/units/fields',
    title: units.fields.title,
    also: units.fields.also,
    under: '/units',
    Page: page(() => import('./VehicleFieldsPage.tsx'), 'VehicleFieldsPage'),
  },
  {
    path: '/units/deleted',
    title: units.bin.title,
    also: units.bin.also,
    under: '/units',
    Page: page(() => import('./DeletedUnitsPage.tsx'), 'DeletedUnitsPage'),
  },
  {
    path: '/models/:id',
    title: units.columns.model,
    under: '/units',
    Page: page(() => import('./ModelPage.tsx'), 'ModelPage'),
  },
  {
    path: '/units/:id/:tab?',
    title: units.one,
    under: '/units',
    Page: page(() => import('./UnitPage.tsx'), 'UnitPage'),
  },
]
