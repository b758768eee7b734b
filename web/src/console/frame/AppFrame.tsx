/** What stays around every page: menu, search, account menu, messages, and the requests of the page. */
import { Drawer, Loader, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { queryClient } from '../../api/queries.ts'
import { LazyAppStatus } from '../../shared/app/LazyAppStatus.tsx'
import { useIsOffline } from '../../shared/app/use-is-offline.ts'
import { SearchIcon } from '../../shared/content/Icons.tsx'
import { ColorSchemeSwitch } from '../../shared/layout/ColorSchemeSwitch.tsx'
import { PageGuard } from '../../shared/layout/PageGuard.tsx'
import mark from '../../shared/mark.svg'
import { RouteContext } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { texts } from '../../shared/texts/texts.ts'
import { ConfirmDialog } from '../blocks/confirm.tsx'
import { Toasts } from '../blocks/toasts.tsx'
import type { ConsolePage } from '../page.ts'
import { useMe } from '../session.ts'
import classes from './AppFrame.module.css'
import { BrokenPage } from './BrokenPage.tsx'
import { CallsButton } from './CallsButton.tsx'
import { MissingPage } from './MissingPage.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { PhoneBar, SideMenu } from './SideMenu.tsx'
import { type Shown, useShown } from './use-shown.ts'

/** Not needed in the first moment. */
const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const BulkDialog = lazy(async () => ({ default: (await import('../blocks/bulk.tsx')).BulkDialog }))

/** When the newest data on the page was requested. */
function lastDataAt(): number | undefined {
  const newest = Math.max(
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  )
  return newest > 0 ? newest / 1000 : undefined
}

export function AppFrame({ pages }: { pages: readonly ConsolePage[] }) {
  const me = useMe()
  const shown = useShown(pages)
  const found = shown?.found
  const path = shown?.route.path
  const [isSearching, setIsSearching] = useState(false)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isOffline = useIsOffline()
  useHotkeys([['mod+K', () => setIsSearching(true)]], [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason, not something that is read.
  useEffect(() => {
    setIsMenuOpen(false)
    main.current?.scrollTo(0, 0)
  }, [path])
  // Screen readers announce the new page and continue there, not at the link that led to it.
  const shownPage = found?.page.path
  const before = useRef(shownPage)
  useEffect(() => {
    if (before.current !== shownPage) main.current?.focus({ preventScroll: true })
    before.current = shownPage
  }, [shownPage])
  const current = found?.page.under ?? found?.page.path
  const title = me.dealer?.name ?? words.titles.operator
  const menu = <SideMenu pages={pages} current={current} />
  return (
    <div className={classes.app}>
      <button type="button" className="wm-skip" onClick={() => main.current?.focus()}>
        {texts.shared.skip}
      </button>
      <aside className={classes.side}>
        <a className={classes.brand} href="#/">
          <img src={mark} alt="" width="28" height="28" />
          <span className={classes.dealer}>{title}</span>
        </a>
        {menu}
      </aside>
      <header className={classes.bar}>
        <UnstyledButton className={classes.search} onClick={() => setIsSearching(true)}>
          <SearchIcon />
          <span className={classes.searchWord}>{words.palette.label}</span>
          <span className={classes.searchShort}>{words.palette.short}</span>
          <kbd className={classes.keys}>{words.frame.searchHint}</kbd>
        </UnstyledButton>
        <div className={classes.tools}>
          <CallsButton />
          <ColorSchemeSwitch words={texts.shared.colours} />
          <PersonMenu />
        </div>
      </header>
      <div className={classes.status}>
        <LazyAppStatus
          worker="/console-worker.js"
          scope={window.location.pathname}
          isOffline={isOffline}
          lastDataAt={lastDataAt}
        />
      </div>
      <main ref={main} className={classes.main} tabIndex={-1}>
        {shown ? (
          <ShownPage {...shown} />
        ) : (
          <Loader className={classes.loader} role="status" aria-label={words.list.loading} />
        )}
      </main>
      <PhoneBar pages={pages} current={current} openMenu={() => setIsMenuOpen(true)} />
      <Drawer
        opened={isMenuOpen}
        onClose={() => setIsMenuOpen(false)}
        title={title}
        size="xs"
        closeButtonProps={{ 'aria-label': words.frame.closeMenu }}
      >
        {menu}
      </Drawer>
      <Suspense>{isSearching && <Palette pages={pages} close={() => setIsSearching(false)} />}</Suspense>
      <ConfirmDialog />
      <Suspense>
        <BulkDialog />
      </Suspense>
      <Toasts />
    </div>
  )
}

const ShownPage = ({ route, found, Page }: Shown) => (
  <RouteContext value={route}>
    <PageGuard key={found?.page.path ?? route.path} instead={<BrokenPage />}>
      {found && Page && <Page key={Object.values(found.params)[0] ?? ''} params={found.params} />}
      {found && !Page && <BrokenPage />}
      {!found && <MissingPage />}
    </PageGuard>
  </RouteContext>
)
