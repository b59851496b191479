; Additions to electron-builder's Windows installer. The uninstaller undoes all of them.

!macro lecternReads EXTENSION
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXTENSION}" ""
!macroend

!macro customInstall
  ; Add this folder to every user's PATH, so that `lectern` works in a terminal.
  FileOpen $0 "$LOCALAPPDATA\Microsoft\WindowsApps\lectern.cmd" w
  FileWrite $0 '@"$INSTDIR\resources\bin\lectern.cmd" %*$\r$\n'
  FileClose $0

  ; Add an entry to the context menu of folders that end in .lectern, which are projects.
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "" "Open in Lectern"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "AppliesTo" 'System.FileName:"*.lectern"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern" "Icon" "$INSTDIR\resources\project.ico"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\Lectern\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  ; Add Lectern to "Open with" for scripts, without changing the default program.
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
