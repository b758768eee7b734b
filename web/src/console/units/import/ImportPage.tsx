/** Many units from a spreadsheet: file, columns, a check that saves nothing, the import, and undo. */
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import type { OwnField } from '../../../shared/units/own-field.ts'
import { PageBody, PageHead } from '../../blocks/layout.tsx'
import { useMay } from '../../session.ts'
import { BadRows } from './BadRows.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import classes from './import.module.css'
import { MapColumns } from './MapColumns.tsx'
import { useImport } from './use-import.ts'

const texts = words.units.import

type Table = readonly (readonly string[])[]

export function ImportPage() {
  const may = useMay()
  const [table, setTable] = useState<Table>()
  const own = useOperation('getConsoleVehicleFields', undefined)
  return (
    <PageBody>
      <PageHead title={texts.title} back={{ address: to('/units'), title: words.units.page.back }}>
        {table && (
          <Button variant="default" onClick={() => setTable(undefined)}>
            {texts.another}
          </Button>
        )}
      </PageHead>
      {!may('units') ? (
        <Notice tone="quiet">{words.units.settings.readOnly}</Notice>
      ) : table ? (
        <Loaded query={own} height={240}>
          {(fields) => <Work table={table} own={fields} />}
        </Loaded>
      ) : (
        <ChooseFile use={setTable} />
      )}
    </PageBody>
  )
}

function Work({ table, own }: { table: Table; own: readonly OwnField[] }) {
  const work = useImport(table, own)
  const { rows, progress, made, stage } = work
  const bad = rows.filter(({ faults }) => faults !== undefined)
  const good = rows.filter(({ isGood }) => isGood)
  return (
    <>
      {stage === 'mapping' && <MapColumns work={work} />}
      {progress && (
        <Panel>
          <div className={classes.stack} role="status">
            <p className={classes.line}>
              {progress.title}: {words.bulk.progress(progress.done, progress.all)}
            </p>
            <Progress value={(100 * progress.done) / progress.all} size="lg" aria-label={progress.title} />
          </div>
        </Panel>
      )}
      {work.error !== undefined && (
        <Notice tone="bad">
          {made.length > 0 && <p className={classes.line}>{texts.stopped}</p>}
          {work.error}
        </Notice>
      )}
      {stage === 'checked' && (
        <Panel>
          <div className={classes.outcome} role="status">
            {made.length > 0 && <p className={classes.good}>{texts.made(made.length)}</p>}
            {good.length > 0 && <p className={classes.good}>{texts.good(good.length)}</p>}
            {bad.length > 0 && <p className={classes.bad}>{texts.bad(bad.length)}</p>}
          </div>
          <div className={classes.buttons}>
            {made.length > 0 && (
              <>
                <Button variant="default" onClick={() => void work.undo()}>
                  {texts.undo}
                </Button>
                <Button
                  component="a"
                  variant={good.length > 0 ? 'default' : 'filled'}
                  href={listOf(made.map(({ id }) => id))}
                >
                  {texts.toList}
                </Button>
              </>
            )}
            {made.length === 0 && (
              <Button variant="default" onClick={work.backToColumns}>
                {texts.mapping}
              </Button>
            )}
            {bad.length > 0 && (
              <Button variant="default" disabled={progress !== undefined} onClick={() => void work.check()}>
                {texts.checkAgain}
              </Button>
            )}
            {good.length > 0 && (
              <Button disabled={progress !== undefined} onClick={() => void work.run()}>
                {texts.act(good.length)}
              </Button>
            )}
          </div>
        </Panel>
      )}
      {stage === 'checked' && bad.length > 0 && (
        <BadRows rows={bad} columns={work.columns} change={work.changeCell} leave={work.leaveOut} />
      )}
    </>
  )
}

/** Exactly the units that were created, if they fit into an address. */
const listOf = (ids: readonly number[]) =>
  to('/units', {}, ids.length <= 100 ? { ids: ids.join(',') } : { sort: '-created_at' })
