import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OperatorBackup } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { CodeBlock } from '../../shared/content/CodeBlock.tsx'
import { BackupIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { operator } from '../../shared/texts/operator.ts'
import { formatBytes } from '../blocks/bytes.ts'
import { Columns, Empty, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import classes from './operator.module.css'
import { lastWhole } from './overview.ts'

const { backups } = operator
const tones: Readonly<Record<OperatorBackup['state'], Tone>> = { done: 'good', running: 'waiting', failed: 'warning' }
const askEveryMs = 15_000
/** While one is being made somebody waits for it. */
const watchEveryMs = 1_000

const runningOf = (all: readonly OperatorBackup[] | undefined) => all?.find(({ state }) => state === 'running')

export function BackupsPage() {
  const [isWatching, setIsWatching] = useState(false)
  const query = useOperation('getOperatorBackups', undefined, {
    everyMilliseconds: isWatching ? watchEveryMs : askEveryMs,
  })
  const making = useChange('postOperatorBackups')
  const make = async () => {
    try {
      await making.mutateAsync({ params: undefined })
      toast(backups.started)
    } catch (error) {
      toastFailure(error)
    }
  }
  const running = runningOf(query.data)
  const isBeingMade = running !== undefined
  useEffect(() => setIsWatching(isBeingMade), [isBeingMade])
  const button = (
    <Button loading={making.isPending || isBeingMade} onClick={() => void make()}>
      {backups.make}
    </Button>
  )
  return (
    <PageBody>
      <PageHead title={backups.title}>{button}</PageHead>
      {running && <Notice tone="quiet">{backups.running(formatBytes(running.bytes))}</Notice>}
      <Panel title={backups.kept}>
        <Loaded query={query} height={200}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<BackupIcon />} title={backups.empty.title}>
                {backups.empty.text}
              </Empty>
            ) : (
              <SmallTable label={backups.kept} head={backups.head}>
                {all.map((backup) => (
                  <Row key={`${backup.name} ${backup.state}`} backup={backup} />
                ))}
              </SmallTable>
            )
          }
        </Loaded>
      </Panel>
      <Notice tone="warning" title={backups.keyTitle}>
        {backups.key}
      </Notice>
      <Columns>
        <Panel title={backups.restore}>
          <CodeBlock
            text={`npx waymark restore data/backups/${lastWhole(query.data ?? [])?.name ?? 'waymark-….backup'}`}
            label={backups.restoreLabel}
            wraps
          />
        </Panel>
        <Panel title={backups.nightly}>
          <CodeBlock
            text="15 3 * * *  cd /opt/waymark && npx waymark backup /backup/waymark"
            label={backups.nightlyLabel}
            wraps
          />
        </Panel>
      </Columns>
    </PageBody>
  )
}

const Row = ({ backup: { name, state, bytes, at, failure } }: { backup: OperatorBackup }) => (
  <tr>
    <td className={classes.number}>
      <Time at={at} as="time" />
    </td>
    <td>
      <StateBadge tone={tones[state]}>{backups.states[state]}</StateBadge>
      {failure && <p className={classes.text}>{failure}</p>}
    </td>
    <td className={classes.number}>{formatBytes(bytes)}</td>
    <td className={classes.file}>{name}</td>
  </tr>
)
