import { Button, FileButton, Textarea } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Notice } from '../../../shared/Notice.tsx'
import { Panel } from '../../../shared/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { UploadIcon } from '../../icons.tsx'
import { readCsv } from './csv.ts'
import classes from './import.module.css'
import { readXlsx } from './xlsx.ts'

const texts = words.units.import
type Table = readonly (readonly string[])[]

const bytesMax = 20 * 1024 * 1024

/** A workbook is an archive, whatever its name says; everything else is read as text. */
async function readFile(file: File): Promise<Table> {
  const buffer = await file.arrayBuffer()
  const [p, k] = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength))
  return p === 0x50 && k === 0x4b ? await readXlsx(buffer) : readCsv(new TextDecoder().decode(buffer))
}

export function ChooseFile({ use }: { use: (table: Table) => void }) {
  const [fault, setFault] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const [pasted, setPasted] = useState('')
  const judge = (table: Table) => {
    if (table.length < 2) setFault(texts.noRows)
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
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <Panel>
      <div className={classes.stack}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
        <div
          className={classes.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <span className={classes.dropIcon}>
            <UploadIcon />
          </span>
          <p className={classes.dropTitle}>{texts.drop}</p>
          <p className={classes.quiet}>{texts.dropHint}</p>
          <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => void take(file)}>
            {(props) => <Button {...props}>{texts.file}</Button>}
          </FileButton>
        </div>
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
