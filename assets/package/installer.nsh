; What the installer for Windows does beside electron-builder's own. All of it is taken back by the uninstaller.

!macro lecternReads EXTENSION
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXTENSION}" ""
!macroend

!macro customInstall
  ; `lectern` in a terminal: this folder is on every user's PATH.
  FileOpen $0 "$LOCALAPPDATA\Microsoft\WindowsApps\lectern.cmd" w
  FileWrite $0 '@"$INSTDIR\resources\bin\lectern.cmd" %*$\r$\n'
  FileClose $0

  ; A project is a folder whose name ends in .lectern: it gets an entry in the menu of folders, and no other folder does.
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "" "Open in Lectern"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "AppliesTo" 'System.FileName:"*.lectern"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "Icon" "$INSTDIR\resources\project.ico"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  ; "Open with" for scripts. It takes no kind of file away from the program that opens it now.
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "Lectern"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro lecternReads txt
  !insertmacro lecternReads md
  !insertmacro lecternReads epub
  !insertmacro lecternReads docx
  !insertmacro lecternReads odt
  !insertmacro lecternReads rtf
  !insertmacro lecternReads html
  !insertmacro lecternReads pdf
  !insertmacro lecternReads fountain
  !insertmacro lecternReads fdx
  !insertmacro lecternReads csv
  !insertmacro lecternReads xlsx
  !insertmacro lecternReads srt
  !insertmacro lecternReads vtt
!macroend

!macro customUnInstall
  Delete "$LOCALAPPDATA\Microsoft\WindowsApps\lectern.cmd"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend
