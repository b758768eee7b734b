/** The documents of a vehicle, with the next to expire first. */
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { CardsPanel } from '../blocks/CardsPanel.tsx'
import { PictureField } from '../blocks/PictureField.tsx'
import { dateOf } from '../timeline/days/day.ts'
import type { VehicleDocument } from '../types.ts'
import { expiryOf } from './expiry.ts'

/** "No. P-4471-88 · valid until 31 March 2027 · Renew by phone" */
function lineOf({ number, expires_on: day, note }: VehicleDocument): string {
  const isOver = expiryOf(day, dateOf(Date.now() / 1000)) === 'over'
  const validity = day === null ? words.noExpiry : (isOver ? words.expired : words.until)(formatCalendarDay(day))
  return [number, validity, note].filter(Boolean).join(' · ')
}

export function DocumentsPanel({ unit }: { unit: number }) {
  const query = useOperation('getClientUnitsByIdDocuments', { id: unit })
  const [editedId, setEdited] = useState<string>()
  const edited = query.data?.find(({ id }) => id === editedId)
  if (edited) {
    return (
      <Panel title={edited.name}>
        <div className={cards.form}>
          <DocumentForm
            key={edited.id}
            document={edited}
            save={(said) => change('patchClientVehicleDocumentsById', { id: edited.id }, said)}
            close={() => setEdited(undefined)}
          />
          <FileFields document={edited} />
        </div>
      </Panel>
    )
  }
  return (
    <CardsPanel
      title={words.documents}
      none={words.noDocuments}
      add={words.addDocument}
      form={(close) => (
        <DocumentForm save={(said) => change('postClientUnitsByIdDocuments', { id: unit }, said)} close={close} />
      )}
      query={query}
      card={(document) => ({
        title: document.name,
        line: lineOf(document),
        link: document.file && <FileLink id={document.id} file={document.file} of={document.name} />,
        buttons: (
          <>
            <CardButton label={words.editDocument} of={document.name} onClick={() => setEdited(document.id)} />
            <ConfirmButton
              label={words.removeDocument}
              of={document.name}
              effect={words.documentEffect}
              sure={words.documentSure}
              act={() => change('deleteClientVehicleDocumentsById', { id: document.id })}
            />
          </>
        ),
      })}
    />
  )
}

type File = NonNullable<VehicleDocument['file']>

/** A picture opens in a new tab, a PDF is downloaded. */
const FileLink = ({ id, file, of }: { id: string; file: File; of: string }) => (
  <Anchor
    href={`/client/vehicle-documents/${id}/file?version=${file.version}`}
    target="_blank"
    rel="noreferrer"
    size="sm"
    aria-label={`${words.openFile}: ${of}`}
  >
    {words.openFile} ({file.type === 'application/pdf' ? 'PDF' : words.picture})
  </Anchor>
)

function FileFields({ document: { id, name, file } }: { document: VehicleDocument }) {
  return (
    <div className={cards.form}>
      {file && <FileLink id={id} file={file} of={name} />}
      <PictureField
        label={file ? words.otherFile : words.addFile}
        hint={words.fileHint}
        also="application/pdf"
        upload={(bytes) => change('putClientVehicleDocumentsByIdFile', { id }, bytes)}
      />
      {file && (
        <div className={cards.buttons}>
          <ConfirmButton
            label={words.removeFile}
            effect={words.removeFileEffect}
            sure={words.removeFileSure}
            act={() => change('deleteClientVehicleDocumentsByIdFile', { id })}
          />
        </div>
      )}
    </div>
  )
}

interface DocumentFormProps {
  readonly document?: VehicleDocument
  save(said: Pick<VehicleDocument, 'name' | 'number' | 'expires_on' | 'note'>): Promise<unknown>
  close(): void
}

function DocumentForm({ document, save, close }: DocumentFormProps) {
  const form = useForm({
    start: {
      name: document?.name ?? '',
      number: document?.number ?? '',
      expires_on: document?.expires_on ?? '',
      note: document?.note ?? '',
    },
    send: async ({ name, number, expires_on, note }) => {
      await save({
        name: name.trim(),
        number: number.trim() || null,
        expires_on: expires_on || null,
        note: note.trim() || null,
      })
      close()
    },
  })
  return (
    <Form form={form} className={cards.form} label={document?.name ?? words.addDocument} cancel={close} isNative>
      <FieldRow>
        <TextField
          form={form}
          name="name"
          label={words.documentName}
          hint={words.documentHint}
          maxLength={100}
          isRequired
          withAsterisk={false}
          pattern=".*\S.*"
          isFirst
        />
        <TextField form={form} name="number" label={words.number} maxLength={100} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="expires_on" label={words.expiresOn} type="date" />
        <TextField form={form} name="note" label={words.note} maxLength={2000} />
      </FieldRow>
    </Form>
  )
}
