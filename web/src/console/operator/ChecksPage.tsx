/** The results of `npx waymark doctor`, without a shell. Problems come first. */
import { Button } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { operator } from '../../shared/texts/operator.ts'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import classes from './operator.module.css'

const { checks, version } = operator

function VersionLine() {
  const { data } = useOperation('getOperatorVersion', undefined)
  if (!data) return null
  const { newer, check } = data
  const state = newer ? version.newer(newer.version) : check === 'done' ? version.latest : version[check]
  return (
    <p className={classes.quiet}>
      {version.is(data.version)} {state}
    </p>
  )
}

export function ChecksPage() {
  const query = useOperation('getOperatorChecks', undefined)
  return (
    <PageBody>
      <PageHead title={checks.title} detail={checks.intro}>
        <Button loading={query.isRefetching} onClick={() => void query.refetch()}>
          {checks.again}
        </Button>
      </PageHead>
      <Loaded query={query} height={480}>
        {(findings) => {
          const wrong = findings.filter(({ ok }) => !ok)
          const passed = findings.filter(({ ok }) => ok)
          return (
            <Panel title={wrong.length > 0 ? checks.problems(wrong.length) : checks.allPassed(findings.length)}>
              <ul className={classes.findings}>
                {[...wrong, ...passed].map(({ check, ok, says }) => (
                  <li key={check}>
                    <b>{checks.name(check)}</b>
                    <StateBadge tone={ok ? 'good' : 'bad'}>{ok ? checks.passed : checks.wrong}</StateBadge>
                    <span>{checks.said(says)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          )
        }}
      </Loaded>
      <p className={classes.quiet}>{checks.node}</p>
      <VersionLine />
    </PageBody>
  )
}
