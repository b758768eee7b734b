import { ActionIcon, Menu } from '@mantine/core'
import { DevelopersIcon, EnterIcon, KeyIcon, PersonIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { useSigned } from '../session.ts'
import classes from './PersonMenu.module.css'

const roles: Readonly<Record<string, string>> = words.roles

export function PersonMenu() {
  const { me, leave } = useSigned()
  const { name, email, role } = me.person
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="light" size="lg" radius="xl" aria-label={words.frame.person(name)}>
          <PersonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{name}</strong>
          <span>{email}</span>
          <span>{roles[role] ?? role}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component="a" href="#/login" leftSection={<KeyIcon />}>
          {words.frame.myLogin}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<DevelopersIcon />}>
          {words.frame.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<EnterIcon />} onClick={() => void leave()}>
          {words.frame.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
