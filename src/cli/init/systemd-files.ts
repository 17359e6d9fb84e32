import { createHash } from 'node:crypto'

/** What is written for systemd, and the places it names. */

export const SERVICE_USER = 'longview'
const STATE_FOLDER = '/var/lib/longview'
export const USER_FILE = '/etc/sysusers.d/longview.conf'
export const SETTINGS_FILE = '/etc/longview/longview.env'
const UNIT_FILE = '/etc/systemd/system/longview.service'

export type SystemFile = {
  path: string
  mode: number
  text: string
  /** Operators edit this file, so that it is never replaced. */
  isSettings: boolean
}

/** What the unit starts: absolute paths of a Node and of the executable of Longview. */
export type Program = { node: string; executable: string }

const MARK = '# Written by "longview init --systemd". SHA-256 of the lines below: '

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A text with a first line by which a later run knows whether somebody changed it. */
const signed = (text: string): string => `${MARK}${hashOf(text)}\n${text}`

/** Whether a text is as some version of Longview wrote it. */
export const isAsWritten = (text: string): boolean => {
  const end = text.indexOf('\n')
  return end > 0 && text.slice(0, end) === `${MARK}${hashOf(text.slice(end + 1))}`
}

const USER = `u ${SERVICE_USER} - "Longview" ${STATE_FOLDER}\n`

const SETTINGS = `# Settings of Longview, one NAME=value in a line. docs/configuration.md has them all.
# After a change: systemctl restart longview. "longview init" never changes this file.

DATABASE_URL=sqlite:${STATE_FOLDER}/longview.db
FILES=file:${STATE_FOLDER}/files

# The address under which others reach the service, through a proxy on this machine:
#PUBLIC_URL=https://papers.example.org
#TRUSTED_PROXIES=127.0.0.1

# The example corpus, which the first start loads into an empty database:
#STARTER_CORPUS=off

# Mail; only root can read this file:
#SMTP_URL=smtps://user:password@mail.example.org
#MAIL_FROM=Example Team <team@example.org>
#RESEARCH_TEAM_EMAIL=team@example.org
`

const unit = ({ node, executable }: Program): string => `[Unit]
Description=Longview, a library of research papers
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=120
StartLimitBurst=5

[Service]
Type=notify
# systemd-notify, a process of its own, reports for the server.
NotifyAccess=all
ExecStart="${node}" --max-semi-space-size=8 --heap-growing-percent=25 "${executable}" serve
EnvironmentFile=${SETTINGS_FILE}
Environment=MALLOC_ARENA_MAX=1
User=${SERVICE_USER}
Group=${SERVICE_USER}
StateDirectory=longview
StateDirectoryMode=0700
WorkingDirectory=${STATE_FOLDER}
UMask=0077
# A start after an upgrade copies the database and migrates it first.
TimeoutStartSec=1h
TimeoutStopSec=30
WatchdogSec=2min
Restart=on-failure
RestartSec=5
# Only the server is asked to stop: it ends its processes when their work is done.
KillMode=mixed
# A PDF that takes too much memory costs its own process, not the service.
OOMPolicy=continue
LimitCORE=0

# Nothing can be written but the state folder. Another folder, such as that of FILES, needs ReadWritePaths= in a drop-in.
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateIPC=yes
PrivateMounts=yes
PrivateUsers=yes
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
# HTTP, mail and databases; PostgreSQL and systemd may also listen on a socket of this machine.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
# @resources stays: background threads lower their priority. @pkey protects the code that V8 compiles. V8 writes that code
# while it runs, so MemoryDenyWriteExecute= would end the process.
SystemCallFilter=@system-service @pkey
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

/** User, settings and unit. The state folder is made by systemd (`StateDirectory=`). */
export const systemdFiles = (program: Program): SystemFile[] => [
  { path: USER_FILE, mode: 0o644, text: signed(USER), isSettings: false },
  // It may hold passwords. systemd reads it before the service gets its user.
  { path: SETTINGS_FILE, mode: 0o600, text: SETTINGS, isSettings: true },
  { path: UNIT_FILE, mode: 0o644, text: signed(unit(program)), isSettings: false },
]
