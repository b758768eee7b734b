/** The QR code on a device or its box: photographed, or its text pasted from another application. */
import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { deviceIn, type NamedDevice } from './code.ts'
import classes from './own.module.css'
import { canReadPhotos, codeIn } from './photo.ts'

const words = texts.owner.add

export function CodeField({ onRead }: { onRead: (device: NamedDevice) => void }) {
  const [text, setText] = useState('')
  const device = deviceIn(text)
  const read = (code: string) => {
    setText(code)
    const found = deviceIn(code)
    if (found) onRead(found)
  }
  return (
    <div className={classes.code}>
      {canReadPhotos && <Photo read={read} />}
      <TextInput
        label={words.code}
        description={canReadPhotos ? words.codeHint : undefined}
        value={text}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        error={text.trim() !== '' && !device ? words.noIdent : undefined}
        onChange={({ currentTarget }) => read(currentTarget.value)}
      />
      {device && <Notice tone="good">{words.read(device.ident)}</Notice>}
    </div>
  )
}

function Photo({ read }: { read: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const reading = useMutation({
    mutationFn: async (photo: File) => {
      const code = await codeIn(photo).catch(() => undefined)
      if (code !== undefined) read(code)
      return code !== undefined
    },
  })
  return (
    <>
      <div>
        <Button variant="default" loading={reading.isPending} onClick={() => input.current?.click()}>
          {words.scan}
        </Button>
        <Text size="sm" c="dimmed" mt={4}>
          {words.scanHint}
        </Text>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.scan}
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          if (photo) reading.mutate(photo)
          currentTarget.value = ''
        }}
      />
      {reading.data === false && <Notice tone="warning">{words.noCode}</Notice>}
    </>
  )
}
