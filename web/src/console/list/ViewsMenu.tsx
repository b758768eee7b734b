import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BookmarkIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { go, routeOf, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { type SavedView, useSavedViews } from './saved-views.ts'
import type { ListView } from './view.ts'

interface ViewsMenuProps {
  readonly name: string
  readonly view: ListView
  readonly views: readonly SavedView[]
}

const open = (query: string) =>
  go(to(routeOf(window.location.hash).path, {}, Object.fromEntries(new URLSearchParams(query))))

export function ViewsMenu({ name, view, views: given }: ViewsMenuProps) {
  const { views, save, remove } = useSavedViews(name)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<BookmarkIcon />}>
            {words.list.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[...given, ...views].map((one) => (
            <Menu.Item key={one.name} onClick={() => open(one.query)}>
              {one.name}
            </Menu.Item>
          ))}
          {given.length + views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<BookmarkIcon />} onClick={() => setIsNaming(true)}>
            {words.list.saveView}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={words.list.saveView} isOpen={isNaming} close={() => setIsNaming(false)}>
        <Naming
          views={views}
          remove={remove}
          save={(title) => {
            save({ name: title, query: view.query })
            setIsNaming(false)
          }}
        />
      </Dialog>
    </>
  )
}

interface NamingProps {
  readonly views: readonly SavedView[]
  remove(name: string): void
  save(title: string): void
}

function Naming({ views, remove, save }: NamingProps) {
  const form = useForm({
    start: { title: '' },
    judge: ({ title }) => ({ title: title.trim() ? undefined : words.form.missing }),
    send: async ({ title }) => save(title.trim()),
  })
  return (
    <Form form={form}>
      <p style={{ margin: 0 }}>{words.list.noViews}</p>
      <TextField form={form} name="title" label={words.list.viewName} isFirst maxLength={60} />
      {views.map(({ name }) => (
        <TextInput
          key={name}
          readOnly
          value={name}
          aria-label={name}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.list.removeView(name)}
              onClick={() => remove(name)}
            >
              <TrashIcon />
            </ActionIcon>
          }
        />
      ))}
    </Form>
  )
}
