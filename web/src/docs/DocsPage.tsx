import { Alert, AppShell, Burger, Button, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { dialectTitles } from '../shared/dialects.ts'
import { TopBar } from '../shared/layout/TopBar.tsx'
import { DialectTabs } from './DialectTabs.tsx'
import classes from './DocsPage.module.css'
import { ErrorsPage } from './ErrorsPage.tsx'
import { MissingPage } from './MissingPage.tsx'
import { OverviewPage } from './OverviewPage.tsx'
import { OperationPage } from './operation/OperationPage.tsx'
import { type DocsRoute, errorsAnchor, useDocsRoute } from './route.ts'
import { Sidebar } from './Sidebar.tsx'
import { type Reference, useReference } from './use-reference.ts'

export function DocsPage() {
  const route = useDocsRoute()
  const { loading, again } = useReference(route.dialect)
  const [isMenuOpen, menu] = useDisclosure(false)
  const reference = loading.state === 'loaded' ? loading.reference : undefined
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 290, breakpoint: 'md', collapsed: { mobile: !isMenuOpen } }}
      classNames={{ header: classes.header, navbar: classes.navbar, main: classes.main }}
    >
      <button type="button" className="wm-skip" onClick={focusHeading}>
        Skip to content
      </button>
      <AppShell.Header>
        <TopBar
          detail="API reference"
          isCompact
          menu={
            <Burger
              hiddenFrom="md"
              size="sm"
              opened={isMenuOpen}
              onClick={menu.toggle}
              aria-label={isMenuOpen ? 'Close list of operations' : 'Open list of operations'}
              aria-expanded={isMenuOpen}
            />
          }
        >
          <DialectTabs route={route} />
        </TopBar>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Operations">
        {reference && <Sidebar reference={reference} route={route} onChosen={menu.close} />}
        {loading.state === 'loading' && <Waiting lines={12} />}
      </AppShell.Navbar>
      <AppShell.Main>
        <div className={classes.content}>
          {reference && <Content reference={reference} route={route} />}
          {loading.state === 'loading' && <Waiting lines={6} />}
          {loading.state === 'failed' && (
            <Alert color="berry" title={`The ${dialectTitles[route.dialect]} reference didn’t load`}>
              <Stack align="flex-start" gap="sm">
                {loading.reason}
                <Button size="xs" variant="default" onClick={again}>
                  Try again
                </Button>
              </Stack>
            </Alert>
          )}
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

/** A button and not a link, because the address behind `#` belongs to the reference. */
const focusHeading = () => document.querySelector('h1')?.focus()

function Content({ reference, route }: { reference: Reference; route: DocsRoute }) {
  const content = useRef<HTMLDivElement>(null)
  const address = `${route.dialect}/${route.anchor}`
  const shown = useRef(address)
  const operation = reference.operations.find((candidate) => candidate.anchor === route.anchor)
  useEffect(() => {
    const heading = content.current?.querySelector('h1')
    window.document.title = `${heading?.textContent ?? ''} · ${dialectTitles[route.dialect]} API · Waymark`
    if (shown.current === address) return
    shown.current = address
    window.scrollTo(0, 0)
    heading?.focus({ preventScroll: true })
  }, [address, route.dialect])
  return (
    <div ref={content}>
      {route.anchor === '' && <OverviewPage reference={reference} dialect={route.dialect} />}
      {route.anchor === errorsAnchor && <ErrorsPage />}
      {operation && <OperationPage key={address} reference={reference} operation={operation} dialect={route.dialect} />}
      {!operation && route.anchor !== '' && route.anchor !== errorsAnchor && <MissingPage route={route} />}
    </div>
  )
}

function Waiting({ lines }: { lines: number }) {
  return (
    <Stack gap="md" p="md" role="status" aria-label="Loading the reference">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <Skeleton key={line} height={14} width={`${60 + ((line * 37) % 40)}%`} />
      ))}
    </Stack>
  )
}
