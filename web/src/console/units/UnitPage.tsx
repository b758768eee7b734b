/** One unit with all its tools: current values, messages, raw traffic, set-up and commands. */
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UnitVehicle } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { DevicePicture } from '../../shared/content/DevicePicture.tsx'
import { UnitsIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty, PageBody, PageHead, TabLinks } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import { useMay } from '../session.ts'
import { CommandsTab } from './tabs/CommandsTab.tsx'
import { ConnectionsTab } from './tabs/ConnectionsTab.tsx'
import { LiveTab } from './tabs/LiveTab.tsx'
import { MessagesTab } from './tabs/MessagesTab.tsx'
import { SettingsTab } from './tabs/SettingsTab.tsx'
import { SetupTab } from './tabs/SetupTab.tsx'
import { TrafficTab } from './tabs/TrafficTab.tsx'
import { TermBadge } from './terms/TermBadge.tsx'
import { TermTab } from './terms/TermTab.tsx'
import { useTerms } from './terms/use-terms.ts'
import { UnitStateBadge } from './UnitState.tsx'
import { hasTracker, type UnitProps } from './unit.ts'
import { useModels } from './use-models.ts'

const { page, tabs } = words.units

type TabName = keyof typeof tabs
const tabNames = Object.keys(tabs) as readonly TabName[]
const Tabs: Readonly<Record<TabName, (props: UnitProps) => ReactNode>> = {
  live: LiveTab,
  messages: MessagesTab,
  traffic: TrafficTab,
  connections: ConnectionsTab,
  setup: SetupTab,
  commands: CommandsTab,
  term: TermTab,
  settings: SettingsTab,
}
const ofPositions: ReadonlySet<TabName> = new Set(['live', 'messages', 'traffic', 'connections'])
const ofTrackers: ReadonlySet<TabName> = new Set(['traffic', 'connections', 'setup', 'commands', 'term'])
const notOfLegacy: ReadonlySet<TabName> = new Set(['connections', 'setup'])

export function UnitPage({ params }: PageProps) {
  const id = Number(params.id)
  const unit = useOperation('getUnitsById', { id }, { everyMilliseconds: 10_000 })
  if (unit.error instanceof Refused && (unit.error.status === 404 || unit.error.status === 400)) {
    return (
      <PageBody>
        <PageHead title={words.units.one} back={{ address: to('/units'), title: page.back }} />
        <Empty icon={<UnitsIcon />} title={page.missing} />
      </PageBody>
    )
  }
  return (
    <PageBody>
      <Loaded query={unit} height={240}>
        {(found) => <Toolbox key={found.id} unit={found} wanted={params.tab} />}
      </Loaded>
    </PageBody>
  )
}

/** "B WM 1207, Ford Transit" */
const nameOf = ({ plate, make, model }: UnitVehicle): string =>
  [plate, [make, model].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function Toolbox({ unit, wanted }: UnitProps & { wanted: string | undefined }) {
  const { titleOf, modelOf } = useModels()
  const model = modelOf(unit.hw_id)
  const account = useOperation('getAccounts', { ids: String(unit.account_id), fields: 'id,title' })
  const term = useTerms([unit]).get(unit.id)
  const vehicle = useOperation('getConsoleVehicles', { ids: String(unit.id) }).data?.[0]
  const mayLocate = useMay()('positions')
  const own = tabNames
    .filter((name) => hasTracker(unit) || !ofTrackers.has(name))
    .filter((name) => mayLocate || !ofPositions.has(name))
    .filter((name) => !(model?.isLegacy && notOfLegacy.has(name)))
  const tab = own.find((name) => name === wanted) ?? own[0] ?? 'settings'
  const Tab = Tabs[tab]
  return (
    <>
      <PageHead
        title={unit.name}
        picture={model?.hasPicture && <DevicePicture model={unit.hw_id} size={56} />}
        badge={
          <>
            <UnitStateBadge unit={unit} />
            {term && <TermBadge term={term} />}
          </>
        }
        detail={
          <>
            {unit.type && `${page.types[unit.type] ?? unit.type} · `}
            {unit.ident} ·{' '}
            <Anchor href={to('/models/:id', { id: unit.hw_id })} inherit underline="always">
              {titleOf(unit.hw_id)}
            </Anchor>{' '}
            ·{' '}
            <Anchor href={to('/clients/:id', { id: unit.account_id })} inherit underline="always">
              {account.data?.[0]?.title ?? unit.account_id}
            </Anchor>
            {vehicle && nameOf(vehicle) !== '' && ` · ${nameOf(vehicle)}`}
          </>
        }
        back={{ address: to('/units'), title: page.back }}
      />
      <TabLinks
        label={page.tabs}
        current={tab}
        tabs={own.map((name) => ({
          name,
          title: tabs[name],
          address: to('/units/:id/:tab', { id: unit.id, tab: name }),
        }))}
      />
      <Tab unit={unit} />
    </>
  )
}
