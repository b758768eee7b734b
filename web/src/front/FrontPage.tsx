import { Anchor, Text, Title } from '@mantine/core'
import { ArrowIcon } from '../shared/content/Icons.tsx'
import { dialects, dialectTitles, documentAddress } from '../shared/dialects.ts'
import { TopBar } from '../shared/layout/TopBar.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './FrontPage.module.css'
import { SetUpNotice } from './SetUpNotice.tsx'
import { StateCard } from './StateCard.tsx'

const audiences = {
  provider: 'Consumer, fleet and tag applications, with billing automation.',
  partner: 'The older API for the same data: consumer, pet and fleet applications.',
}

const machineLinks = [
  ...dialects.map((dialect) => [documentAddress(dialect), `OpenAPI, ${dialect}`] as const),
  ['/healthz', 'Health'],
  ['/readyz', 'Readiness'],
  ['/metrics', 'Metrics'],
] as const

export function FrontPage() {
  return (
    <>
      <header className={classes.header}>
        <div className={classes.bar}>
          <TopBar>
            <Anchor href="/docs" c="inherit" fw={500}>
              API reference
            </Anchor>
            <Anchor href="/dealers" c="inherit" fw={500}>
              Dealers
            </Anchor>
            <Anchor href="/client" c="inherit" fw={500}>
              Sign in
            </Anchor>
          </TopBar>
        </div>
      </header>
      <main className={classes.main}>
        <div className={classes.about}>
          <div>
            <Title order={1} className={classes.headline}>
              This is a Waymark installation.
            </Title>
            <Text size="lg" c="dimmed" mt="sm">
              Device tracking as a business. Trackers report here, and dealers manage clients, plans and units.
            </Text>
          </div>
          <SetUpNotice />
          <StateCard />
          <nav aria-label="API reference" className={classes.references}>
            {dialects.map((dialect) => (
              <a key={dialect} href={`/docs#${dialect}`} className={classes.reference}>
                <span className={classes.referenceTitle}>
                  {dialectTitles[dialect]} API <ArrowIcon />
                </span>
                <span className={classes.referenceText}>{audiences[dialect]}</span>
              </a>
            ))}
          </nav>
          <nav aria-label="For machines" className={classes.machine}>
            {machineLinks.map(([address, title]) => (
              <Anchor key={address} href={address} size="sm">
                {title}
              </Anchor>
            ))}
          </nav>
        </div>
        <FirstSteps />
      </main>
    </>
  )
}
