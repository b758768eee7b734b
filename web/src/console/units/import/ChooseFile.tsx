import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { readCsv } from './csv.ts'
import { DropFile } from './DropFile.tsx'
import { decodeText, isOldWorkbook } from './decode.ts'
import classes from './import.module.css'
import { readXlsx } from './xlsx.ts'

const texts = words.units.import
type Table = readonly (readonly string[])[]

const bytesMax = 20 * 1024 * 1024

/** A workbook is recognised by its content, not by its name; everything else is read as text. Returns a sentence if the file cannot be read. */
async function readFile(file: File): Promise<Table | string> {
  const buffer = await file.arrayBuffer()
  const bytes = new Uint8Array(buffer)
  if (isOldWorkbook(bytes)) return texts.oldWorkbook
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return await readXlsx(buffer)
  const text = decodeText(bytes)
  return text.includes('\0') ? texts.unreadable : readCsv(text)
}

export function ChooseFile({ use }: { use: (table: Table) => void }) {
  const [fault, setFault] = useState<string>()
  const [pasted, setPasted] = useState('')
  const judge = (table: Table | string) => {
    if (typeof table === 'string') setFault(table)
    else if (table.length < 2) setFault(texts.noRows)
    else use(table)
  }
  const take = async (file: File | null | undefined) => {
    if (!file) return
    setFault(undefined)
    if (file.size > bytesMax) return setFault(texts.tooLarge)
    try {
      judge(await readFile(file))
    } catch {
      setFault(texts.unreadable)
    }
  }
  return (
    <Panel>
      <div className={classes.stack}>
        <DropFile texts={texts} accept=".csv,.tsv,.txt,.xlsx,.xls" take={(file) => void take(file)} />
        {fault && <Notice tone="bad">{fault}</Notice>}
        <Textarea
          label={texts.paste}
          rows={5}
          spellCheck={false}
          classNames={{ input: classes.mono }}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={pasted.trim() === ''}
            onClick={() => {
              setFault(undefined)
              judge(readCsv(pasted.trim()))
            }}
          >
            {texts.usePasted}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
