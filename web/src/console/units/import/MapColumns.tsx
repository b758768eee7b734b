import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { ClientPicker } from '../../blocks/ClientPicker.tsx'
import { Columns, SmallTable } from '../../blocks/layout.tsx'
import { ModelPicker } from '../ModelPicker.tsx'
import classes from './import.module.css'
import { toRows } from './rows.ts'
import type { ImportWork } from './use-import.ts'

const texts = words.units.import
const previewMax = 5

export function MapColumns({ work }: { work: ImportWork }) {
  const { table, columns, mapping, client, app, hwId, setClient, progress } = work
  const head = table[0] ?? []
  const rows = toRows(table, mapping)
  const [accountId, setAccountId] = useState<number | null>(client?.id ?? null)
  const account = useOperation('getAccountsById', { id: accountId ?? 0 }, { isEnabled: accountId !== null }).data
  useEffect(() => {
    setClient(accountId === null || !account ? undefined : { id: account.id, apps: account.reg_apps })
  }, [accountId, account, setClient])
  return (
    <>
      <Columns>
        <Panel title={texts.mapping}>
          <div className={classes.stack}>
            <p className={classes.line}>{texts.mappingHint}</p>
            {columns.map(([field, title]) => (
              <NativeSelect
                key={field}
                label={title}
                required={field === 'ident'}
                value={String(mapping[field])}
                data={[
                  { value: '-1', label: texts.none },
                  ...head.map((name, index) => ({ value: String(index), label: name.trim() || `${index + 1}` })),
                ]}
                onChange={({ currentTarget }) => work.setColumn(field, Number(currentTarget.value))}
              />
            ))}
          </div>
        </Panel>
        <Panel title={texts.forAll}>
          <div className={classes.stack}>
            <ClientPicker label={texts.clientAll} value={accountId} onChange={setAccountId} />
            {client && client.apps.length > 1 && (
              <NativeSelect
                label={texts.application}
                value={app || client.apps[0]}
                data={client.apps.map((id) => ({ value: id, label: applicationTitle(id) }))}
                onChange={({ currentTarget }) => work.setApp(currentTarget.value)}
              />
            )}
            <ModelPicker label={texts.modelAll} value={hwId} onChange={work.setHwId} />
            <Checkbox
              label={texts.checkDigits}
              description={texts.checkDigitsHint}
              checked={work.checksDigits}
              onChange={({ currentTarget }) => work.setChecksDigits(currentTarget.checked)}
            />
          </div>
        </Panel>
      </Columns>
      <Panel title={texts.preview(rows.length)}>
        <div className={classes.stack}>
          <SmallTable label={texts.preview(rows.length)} head={[texts.row, ...columns.map(([, title]) => title)]}>
            {rows.slice(0, previewMax).map(({ number, cells }) => (
              <tr key={number}>
                <td>{number}</td>
                {columns.map(([field]) => (
                  <td key={field}>{cells[field] || words.times.none}</td>
                ))}
              </tr>
            ))}
          </SmallTable>
          <div className={classes.buttons}>
            <Button
              disabled={
                mapping.ident === -1 || rows.length === 0 || progress !== undefined || (accountId !== null && !client)
              }
              onClick={() => void work.start()}
            >
              {texts.check}
            </Button>
          </div>
        </div>
      </Panel>
    </>
  )
}
