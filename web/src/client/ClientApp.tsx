/** The client's application: the session, the menu, and the view that the address names. */
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { call, setUpCalls } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { ask, Refused } from '../shared/api.ts'
import { LazyAppStatus } from '../shared/app/LazyAppStatus.tsx'
import { AuthLayout } from '../shared/auth/AuthLayout.tsx'
import { Failure, Notice } from '../shared/feedback/Notice.tsx'
import { setHabits } from '../shared/format/habits.ts'
import { PageGuard } from '../shared/layout/PageGuard.tsx'
import { product } from '../shared/layout/site.ts'
import { MapChoices } from '../shared/map/MapChoice.tsx'
import { language, texts } from '../shared/texts/texts.ts'
import { WithOperations } from './blocks/May.tsx'
import classes from './ClientApp.module.css'
import { AppBar, MorePage, TabBar } from './frame/AppBar.tsx'
import { BrokenPage } from './frame/BrokenPage.tsx'
import { noUnits, offeredModules, routeFor, withoutForms } from './frame/menu.ts'
import { OfflinePage } from './frame/OfflinePage.tsx'
import { ServiceBanner } from './frame/ServiceBanner.tsx'
import { agreeOnLanguage } from './language.ts'
import { lastDataAt, noteData } from './last-data.ts'
import { type ClientRoute, useClientRoute } from './route.ts'
import { beginSession, endSession, hasDevice, setEndReason } from './session.ts'
import type { Me } from './types.ts'
import { type Fleet, useFleet } from './units/queries/use-fleet.ts'
import { UnitsView } from './units/UnitsView.tsx'
import { useIsAway } from './use-is-away.ts'

const loadMapProviders = (signal: AbortSignal) => call('getClientMapProviders', { language }, undefined, signal)

/** These pages load on demand; none of them is the first page. */
const AccountView = lazy(async () => ({ default: (await import('./account/AccountView.tsx')).AccountView }))
const TimelineView = lazy(async () => ({ default: (await import('./timeline/TimelineView.tsx')).TimelineView }))
const SharingView = lazy(async () => ({ default: (await import('./sharing/SharingView.tsx')).SharingView }))
const MaintenanceView = lazy(async () => ({
  default: (await import('./maintenance/MaintenanceView.tsx')).MaintenanceView,
}))
const SensorsView = lazy(async () => ({ default: (await import('./sensors/SensorsView.tsx')).SensorsView }))
const GeofencesView = lazy(async () => ({ default: (await import('./geofences/GeofencesView.tsx')).GeofencesView }))
const InboxView = lazy(async () => ({ default: (await import('./inbox/InboxView.tsx')).InboxView }))
const StatisticsView = lazy(async () => ({ default: (await import('./statistics/StatisticsView.tsx')).StatisticsView }))
const ReportsView = lazy(async () => ({ default: (await import('./reports/ReportsView.tsx')).ReportsView }))
const LogbookView = lazy(async () => ({ default: (await import('./logbook/LogbookView.tsx')).LogbookView }))
const DriversView = lazy(async () => ({ default: (await import('./drivers/DriversView.tsx')).DriversView }))
const VehiclesView = lazy(async () => ({ default: (await import('./vehicles/VehiclesView.tsx')).VehiclesView }))
const PeopleView = lazy(async () => ({ default: (await import('./people/PeopleView.tsx')).PeopleView }))
const ActivityView = lazy(async () => ({ default: (await import('./people/ActivityView.tsx')).ActivityView }))
const AssetsView = lazy(async () => ({ default: (await import('./assets/AssetsView.tsx')).AssetsView }))
const LabelsView = lazy(async () => ({ default: (await import('./assets/LabelsView.tsx')).LabelsView }))
const BuildingsView = lazy(async () => ({ default: (await import('./buildings/BuildingsView.tsx')).BuildingsView }))
const DwellView = lazy(async () => ({ default: (await import('./reports/DwellView.tsx')).DwellView }))

/**
 * A support link works once, so it is used once, however often React renders. A dead link does not end the person's own
 * session.
 */
const entered = new Map<string, Promise<unknown>>()
const enterOnce = (key: string) => {
  const entering = entered.get(key) ?? ask('POST', '/client/sessions/service', { key })
  entered.set(key, entering)
  return entering
}

async function readMe(serviceKey: string | null, signal: AbortSignal): Promise<Me> {
  if (serviceKey) await enterOnce(serviceKey)
  const me = await call('getClientMe', undefined, undefined, signal)
  beginSession()
  noteData()
  if (me.session.kind === 'client') await agreeOnLanguage(me.user.lang)
  else setEndReason('service')
  setHabits(me.user)
  return { ...me, modules: offeredModules(me) }
}

const meKey = ['getClientMe']
/** A dealer with support access gets many refusals, which do not mean that anything has changed. */
const askAgainMs = 10_000
let askedAtMs = 0

/** Something that the page offered was refused: the plan may have changed since it was loaded. */
function onForbidden(): void {
  if (Date.now() - askedAtMs < askAgainMs) return
  askedAtMs = Date.now()
  void queryClient.invalidateQueries({ queryKey: meKey })
}

const isUnreachable = (error: unknown) => error instanceof Refused && (error.status === 0 || error.status >= 502)
const askOfflineMs = 10_000

export function ClientApp({ serviceKey }: { serviceKey: string | null }) {
  const me = useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => readMe(serviceKey, signal),
    refetchInterval: ({ state }) => !state.data && isUnreachable(state.error) && askOfflineMs,
  })
  useEffect(() => setUpCalls({ onForbidden, onSessionEnd: endSession }), [])
  if (me.data) return <Inside me={me.data} />
  if (me.isPending) return <Skeleton height="100dvh" radius={0} role="status" aria-label={texts.shared.loading} />
  if (serviceKey === null && isUnreachable(me.error)) return <OfflinePage retry={me.refetch} />
  const isLinkDead = serviceKey !== null && me.error instanceof Refused && me.error.status < 500 && me.error.status > 0
  return (
    <AuthLayout title={product}>
      {isLinkDead ? (
        <Notice tone="bad">{texts.client.service.failed}</Notice>
      ) : (
        <Failure error={me.error} retry={me.refetch} />
      )}
      <Button component="a" href="/login" variant="default">
        {texts.client.login.button}
      </Button>
    </AuthLayout>
  )
}

const titles: Partial<Readonly<Record<ClientRoute['view'], string>>> = {
  account: texts.account.title,
  timeline: texts.timeline.title,
  geofences: texts.geofences.title,
  inbox: texts.inbox.title,
  statistics: texts.statistics.title,
  reports: texts.reports.title,
  vehicles: texts.client.menu.vehicles,
  drivers: texts.client.menu.drivers,
  logbook: texts.client.menu.logbook,
  groups: texts.fleet.groups.title,
  add: texts.owner.add.title,
  sharing: texts.sharing.title,
  maintenance: texts.maintenance.title,
  sensors: texts.sensors.title,
  assets: texts.tags.title,
  labels: texts.tags.labels.title,
  buildings: texts.tags.buildings.title,
  dwell: texts.tags.dwell.title,
  more: texts.client.menu.more,
  people: texts.people.title,
  activity: texts.people.activity.title,
}

/** The list, the map and one unit are one page, so that the map stays. */
const pageOf = (view: ClientRoute['view']) => (['list', 'map', 'unit', 'groups', 'add'].includes(view) ? 'units' : view)

/** Every page has its own `main`. */
function skipToContent(): void {
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}

function Inside({ me }: { me: Me }) {
  const route = routeFor(withoutForms(useClientRoute(), me.operations), me.modules)
  const fleet = useFleet(!me.modules.includes(noUnits))
  const isVisit = me.session.kind !== 'client'
  const isAway = useIsAway(fleet.live)
  const leave = async () => {
    setEndReason(isVisit ? 'service' : 'out')
    if (hasDevice()) await (await import('./notifications/device.ts')).forgetDevice().catch(() => {})
    await call('deleteClientSessionsCurrent', undefined).catch(() => {})
    void endSession()
  }
  useEffect(() => {
    if (hasDevice()) void import('./notifications/device.ts').then((device) => device.checkOwner(me.user.id))
  }, [me.user.id])
  const title = titles[route.view] ?? texts.client.units.title
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
  return (
    <WithOperations value={me.operations}>
      <div className={classes.app} data-view={route.view} data-away={isAway || undefined}>
        <button type="button" className="wm-skip" onClick={skipToContent}>
          {texts.shared.skip}
        </button>
        <LazyAppStatus worker="/client-worker.js" scope="/client" isOffline={isAway} lastDataAt={lastDataAt} />
        {isVisit && <ServiceBanner session={me.session} leave={leave} />}
        <AppBar me={me} route={route} fleet={fleet} leave={leave} />
        <PageGuard key={pageOf(route.view)} instead={<BrokenPage />}>
          <Suspense fallback={<Skeleton className={classes.loading} role="status" aria-label={texts.shared.loading} />}>
            <MapChoices load={me.modules.includes('google_maps') ? loadMapProviders : undefined}>
              <View route={route} me={me} fleet={fleet} />
            </MapChoices>
          </Suspense>
        </PageGuard>
        <TabBar me={me} route={route} />
      </div>
    </WithOperations>
  )
}

interface ViewProps {
  readonly route: ClientRoute
  readonly me: Me
  readonly fleet: Fleet
}

function View({ route, me, fleet }: ViewProps) {
  switch (route.view) {
    case 'account':
      return <AccountView me={me} />
    case 'people':
      return <PeopleView me={me} fleet={fleet} />
    case 'activity':
      return <ActivityView fleet={fleet} modules={me.modules} />
    case 'timeline':
      return <TimelineView route={route} fleet={fleet} client={me.account.title} />
    case 'geofences':
      return <GeofencesView route={route} fleet={fleet} me={me} />
    case 'inbox':
      return <InboxView route={route} fleet={fleet} me={me} />
    case 'statistics':
      return <StatisticsView fleet={fleet} />
    case 'reports':
      return <ReportsView fleet={fleet} me={me} />
    case 'drivers':
      return <DriversView route={route} fleet={fleet} me={me} />
    case 'vehicles':
      return <VehiclesView route={route} fleet={fleet} me={me} />
    case 'logbook':
      return <LogbookView route={route} fleet={fleet} />
    case 'sharing':
      return <SharingView key={route.units.join()} route={route} fleet={fleet} me={me} />
    case 'maintenance':
      return <MaintenanceView route={route} fleet={fleet} />
    case 'sensors':
      return <SensorsView route={route} fleet={fleet} />
    case 'assets':
      return <AssetsView route={route} fleet={fleet} me={me} />
    case 'labels':
      return <LabelsView />
    case 'buildings':
      return <BuildingsView route={route} fleet={fleet} />
    case 'dwell':
      return <DwellView me={me} />
    case 'more':
      return <MorePage me={me} />
    default:
      return <UnitsView route={route} fleet={fleet} me={me} />
  }
}
